import { useState } from "react";
import { Dialog } from "../../components/dialog.js";
import { Form } from "../../components/form.js";
import { TextField } from "../../components/inputs.js";
import { showToast } from "../../components/toast-store.js";
import { useVisitorSignInMessages } from "./messages/index.js";
import { useTestWhatsApp } from "./visitor-sign-in.api.js";

export function TestDialog({ onClose }: { onClose: () => void }) {
  const t = useVisitorSignInMessages().whatsapp;
  const [phone, setPhone] = useState("");
  const test = useTestWhatsApp(({ outcome }) => {
    showToast(outcome === "sent" ? t.testSent : t.testFailed);
    onClose();
  });
  return (
    <Dialog title={t.testTitle} onClose={onClose}>
      <p className="dialog-text">{t.testLead}</p>
      <Form
        onSubmit={() => test.mutate(phone)}
        error={test.error}
        submit={t.testSend}
        isPending={test.isPending}
        onCancel={onClose}
      >
        <TextField
          name="phone"
          label={t.testPhone}
          hint={t.testPhoneHint}
          maxLength={40}
          value={phone}
          onChange={setPhone}
        />
      </Form>
    </Dialog>
  );
}
