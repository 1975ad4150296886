import { useState } from "react";
import { FormDialog } from "../../components/dialogs/form-dialog.js";
import { TextField } from "../../components/forms/inputs.js";
import { useMessages } from "../../i18n/messages.js";
import { type Names, type PersonRequest, useCreateRequest } from "./privacy.api.js";

interface EraseDialogProps {
  names: Names;
  /** How much was found, in a sentence. */
  summary: string;
  onErased: (request: PersonRequest) => void;
  onClose: () => void;
}

/** Asks for the name of the person before the erasure: a click or Enter alone must not erase a person. */
export function EraseDialog({ names, summary, onErased, onClose }: EraseDialogProps) {
  const t = useMessages("privacy").erase;
  const [typed, setTyped] = useState("");
  const create = useCreateRequest(onErased);
  const [name = ""] = [...names.emails, ...names.phones, ...names.userIds];
  return (
    <FormDialog
      title={t.title}
      submit={t.submit}
      write={create}
      isReady={typed.trim() === name}
      isDangerous
      onSubmit={() => create.mutate({ kind: "erasure", ...names })}
      onClose={onClose}
    >
      <div className="dialog-text">
        <p>
          <strong>{summary}</strong>
        </p>
        <p>{t.text}</p>
        <p>{t.sent}</p>
      </div>
      <TextField name="confirmation" label={t.confirm(name)} value={typed} onChange={setTyped} />
    </FormDialog>
  );
}
