import { useState } from "react";
import { Dialog } from "../../components/dialog.js";
import { Form } from "../../components/form.js";
import { TextField } from "../../components/inputs.js";
import { useComponentMessages } from "../../components/messages/index.js";
import { showToast } from "../../components/toast-store.js";
import { useProfileMessages } from "./messages/index.js";
import { type Passkey, useRenamePasskey } from "./profile.api.js";

export function RenamePasskeyDialog({ value, onClose }: { value: Passkey; onClose: () => void }) {
  const { passkeys: t } = useProfileMessages();
  const { save } = useComponentMessages();
  const [name, setName] = useState(value.name);
  const rename = useRenamePasskey(() => {
    showToast(t.renamed);
    onClose();
  });
  return (
    <Dialog title={t.renameTitle(value.name)} onClose={onClose}>
      <Form
        onSubmit={() => rename.mutate({ passkeyId: value._id, name })}
        error={rename.error}
        submit={save}
        isPending={rename.isPending}
        onCancel={onClose}
      >
        <TextField name="name" label={t.columns.name} value={name} onChange={setName} maxLength={100} />
      </Form>
    </Dialog>
  );
}
