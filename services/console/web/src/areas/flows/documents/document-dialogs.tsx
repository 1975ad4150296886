import { useState } from "react";
import { ConfirmDialog } from "../../../components/dialogs/confirm-dialog.js";
import { FormDialog } from "../../../components/dialogs/form-dialog.js";
import { FileField, UploadProgress, useUpload } from "../../../components/forms/file-field.js";
import { Check } from "../../../components/forms/form.js";
import { SelectField, TextField } from "../../../components/forms/inputs.js";
import { showToast } from "../../../components/toasts.js";
import { useMessages } from "../../../i18n/messages.js";
import {
  type DocumentKind,
  documentKinds,
  type FlowDocument,
  toDocumentsPath,
  useDeleteDocument,
  useUpdateDocument,
} from "./documents.api.js";
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
      <FileField name="body" label={t.file} hint={t.fileHint} accept={acceptedTypes} onChange={setFile} />
      {isMissing && !file && (
        <p className="field-error" role="alert">
          {t.fileMissing}
        </p>
      )}
      {upload.isPending && <UploadProgress label={t.uploading} value={upload.progress} />}
    </>
  );
  return { field, submit, upload };
}

export function NewDocumentDialog({ slug, onClose }: DialogProps) {
  const t = useMessages("flows").documents;
  const { field, submit, upload } = useFileForm(t.added, onClose);
  const [kind, setKind] = useState<DocumentKind>("terms");
  const [shown, setShown] = useState({ title: "", requiresAcceptance: true });
  const send = () => {
    const query = new URLSearchParams({
      kind,
      title: shown.title,
      requiresAcceptance: String(shown.requiresAcceptance),
    });
    submit(`${toDocumentsPath(slug)}?${query}`);
  };
  return (
    <FormDialog title={t.add} submit={t.upload} write={upload} onSubmit={send} onClose={onClose}>
      <SelectField
        name="kind"
        label={t.kind}
        value={kind}
        options={documentKinds.map((each) => [each, t.kinds[each]])}
        onChange={setKind}
      />
      <ShownFields value={shown} onChange={setShown} />
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
  const common = useMessages("components");
  const { _id: id, title, requiresAcceptance } = document;
  const [shown, setShown] = useState({ title, requiresAcceptance });
  const update = useUpdateDocument(() => {
    showToast(t.documents.changed);
    onClose();
  });
  const send = () => update.mutate({ slug, id, ...shown });
  return (
    <FormDialog title={t.documents.change} submit={common.save} write={update} onSubmit={send} onClose={onClose}>
      <ShownFields value={shown} onChange={setShown} />
    </FormDialog>
  );
}

interface Shown {
  title: string;
  requiresAcceptance: boolean;
}

function ShownFields({ value, onChange }: { value: Shown; onChange: (value: Shown) => void }) {
  const t = useMessages("flows").documents;
  return (
    <>
      <TextField
        name="title"
        label={t.name}
        hint={t.nameHint}
        isOptional
        maxLength={200}
        value={value.title}
        onChange={(title) => onChange({ ...value, title })}
      />
      <Check
        label={t.mustAccept}
        checked={value.requiresAcceptance}
        onChange={(requiresAcceptance) => onChange({ ...value, requiresAcceptance })}
      />
    </>
  );
}

export function RemoveDocumentDialog({ slug, document, onClose }: ChangeProps) {
  const t = useMessages("flows").documents;
  const remove = useDeleteDocument(() => {
    showToast(t.removed);
    onClose();
  });
  const name = document.title || t.kinds[document.kind];
  return (
    <ConfirmDialog
      title={t.removeTitle(name)}
      confirm={t.remove}
      isDangerous
      write={{ ...remove, mutate: () => remove.mutate({ slug, id: document._id }) }}
      onClose={onClose}
    >
      <p>{t.removeText}</p>
    </ConfirmDialog>
  );
}
