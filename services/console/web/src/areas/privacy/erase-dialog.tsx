import { useState } from "react";
import { Dialog } from "../../components/dialogs/dialog.js";
import { Form } from "../../components/forms/form.js";
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
    <Dialog title={t.title} onClose={onClose}>
      <Form
        onSubmit={() => create.mutate({ kind: "erasure", ...names })}
        error={create.error}
        submit={t.submit}
        isPending={create.isPending}
        isReady={typed.trim() === name}
        isDangerous
        onCancel={onClose}
      >
        <div className="dialog-text">
          <p>
            <strong>{summary}</strong>
          </p>
          <p>{t.text}</p>
          <p>{t.sent}</p>
        </div>
        <TextField name="confirmation" label={t.confirm(name)} value={typed} onChange={setTyped} />
      </Form>
    </Dialog>
  );
}
