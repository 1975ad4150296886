import { useState } from "react";
import { proveWithPasskey } from "../api/passkey.js";
import { Dialog } from "../components/dialog.js";
import { useComponentMessages } from "../components/messages/index.js";
import { useAppMessages } from "./messages/index.js";

interface StepUpDialogProps {
  onProven: () => void;
  onCancel: () => void;
}

/** Asks for the passkey. In a file of its own, because few visits need it. */
export default function StepUpDialog({ onProven, onCancel }: StepUpDialogProps) {
  const t = useAppMessages();
  const { cancel } = useComponentMessages();
  const [state, setState] = useState<"ready" | "busy" | "failed">("ready");
  const prove = async () => {
    setState("busy");
    try {
      await proveWithPasskey();
    } catch {
      // The person closed the window of the browser, or it is not a passkey of this person; both are told in the same words.
      setState("failed");
      return;
    }
    onProven();
  };
  return (
    <Dialog title={t.stepUpTitle} onClose={onCancel}>
      <p>{t.stepUpText}</p>
      {state === "failed" && (
        <div className="notice wrong" role="alert">
          <p>{t.stepUpFailed}</p>
        </div>
      )}
      <div className="form-actions">
        <button type="button" onClick={onCancel}>
          {cancel}
        </button>
        <button type="button" className="primary" onClick={() => void prove()} disabled={state === "busy"}>
          {t.stepUpConfirm}
        </button>
      </div>
    </Dialog>
  );
}
