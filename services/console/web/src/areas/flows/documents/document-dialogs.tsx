import { useState } from "react";
import { updateDocument } from "../../../api/limits/flows.js";
import { FormDialog } from "../../../components/dialogs/form-dialog.js";
import { RemoveDialog } from "../../../components/dialogs/remove-dialog.js";
import { WriteDialog } from "../../../components/dialogs/write-dialog.js";
import { Fields, useValues } from "../../../components/forms/fields.js";
import type { SharedEntry } from "../../../components/forms/fields.rules.js";
import { FileField, UploadProgress, useUpload } from "../../../components/forms/file-field.js";
import { showToast } from "../../../components/toasts.js";
import { useMessages } from "../../../i18n/messages.js";
import { type DocumentKind, type FlowDocument, toDocumentsPath } from "./documents.api.js";
import { acceptedTypes } from "./documents.rules.js";

interface DialogProps {
  slug: string;
  onClose: () => void;
}

interface ChangeProps extends DialogProps {
  document: FlowDocument;
}

/** The choice of the file, and the upload with its progress. */
function useFileForm(text: string, onClose: () => void) {
  const t = useMessages("flows").documents;
  const [file, setFile] = useState<File>();
  const [isMissing, setMissing] = useState(false);
  const upload = useUpload<FlowDocument>({
    area: "flows",
    onDone: () => {
      showToast(text);
      onClose();
    },
  });
  const submit = (path: string) => {
    setMissing(!file);
    if (file) upload.upload(file, path);
  };
  const field = (
    <>
      <FileField
        name="body"
        label={t.file}
        hint={t.fileHint}
        accept={acceptedTypes}
        error={isMissing && !file ? t.fileMissing : undefined}
        onChange={setFile}
      />
      {upload.isPending && <UploadProgress label={t.uploading} value={upload.progress} />}
    </>
  );
  return { field, submit, upload };
}

interface NewDocument {
  kind: DocumentKind;
  title?: string;
  requiresAcceptance?: boolean;
}

export function NewDocumentDialog({ slug, onClose }: DialogProps) {
  const t = useMessages("flows");
  const { documents } = t;
  const { field, submit, upload } = useFileForm(documents.added, onClose);
  const fields: SharedEntry<keyof NewDocument>[] = [
    { name: "kind", kind: "choice", options: documents.kinds, first: "terms" },
    ...shownFields,
  ];
  const { values, change } = useValues(fields);
  const send = () => {
    const { kind, title = "", requiresAcceptance } = values;
    submit(
      `${toDocumentsPath(slug)}?${new URLSearchParams({ kind, title, requiresAcceptance: String(requiresAcceptance) })}`,
    );
  };
  return (
    <FormDialog title={documents.add} submit={documents.upload} write={upload} onSubmit={send} onClose={onClose}>
      <Fields fields={fields} texts={documents.fields} limits={updateDocument} values={values} change={change} />
      {field}
    </FormDialog>
  );
}

export function NewVersionDialog({ slug, document, onClose }: ChangeProps) {
  const t = useMessages("flows").documents;
  const { field, submit, upload } = useFileForm(t.versionAdded, onClose);
  const send = () => submit(`${toDocumentsPath(slug, document._id)}/versions`);
  return (
    <FormDialog title={t.newVersion} submit={t.upload} write={upload} onSubmit={send} onClose={onClose}>
      <p>{t.newVersionText}</p>
      {field}
    </FormDialog>
  );
}

export function DocumentDialog({ slug, document, onClose }: ChangeProps) {
  const t = useMessages("flows");
  return (
    <WriteDialog
      area="flows"
      operation="updateDocument"
      limits={updateDocument}
      words={{ title: t.documents.change, done: t.documents.changed, fields: t.documents.fields }}
      fields={shownFields}
      first={document}
      given={{ slug, id: document._id }}
      onClose={onClose}
    />
  );
}

/** What visitors see of a document. */
const shownFields: readonly SharedEntry<"title" | "requiresAcceptance">[] = [
  { name: "title", kind: "text", isOptional: true },
  { name: "requiresAcceptance", kind: "check", first: true },
];

export function RemoveDocumentDialog({ slug, document, onClose }: ChangeProps) {
  const t = useMessages("flows").documents;
  return (
    <RemoveDialog
      area="flows"
      operation="deleteDocument"
      input={{ slug, id: document._id }}
      words={t}
      name={document.title || t.kinds[document.kind]}
      onClose={onClose}
    />
  );
}
