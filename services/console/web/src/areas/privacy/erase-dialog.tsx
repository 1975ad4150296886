import { type FormEvent, useState } from "react";
import { Dialog } from "../../components/dialogs/dialog.js";
import { FormError } from "../../components/forms/form.js";
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
  const t = useMessages("privacy");
  const { cancel } = useMessages("components");
  const [typed, setTyped] = useState("");
  const create = useCreateRequest(onErased);
  const [name = ""] = [...names.emails, ...names.phones, ...names.userIds];
  const isConfirmed = typed.trim() === name;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // In React, an event of a dialog also reaches the form around it.
    event.stopPropagation();
    if (isConfirmed && !create.isPending) create.mutate({ kind: "erasure", ...names });
  };
  return (
    <Dialog title={t.erase.title} onClose={onClose}>
      <form onSubmit={submit} noValidate>
        <div className="dialog-text">
          <p>
            <strong>{summary}</strong>
          </p>
          <p>{t.erase.text}</p>
          <p>{t.erase.sent}</p>
        </div>
        <TextField name="confirmation" label={t.erase.confirm(name)} value={typed} onChange={setTyped} />
        <FormError error={create.error} />
        <div className="form-actions">
          <button type="button" onClick={onClose}>
            {cancel}
          </button>
          <button type="submit" className="danger" disabled={!isConfirmed || create.isPending}>
            {t.erase.submit}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
