import { useState } from "react";
import { TenantOpsError } from "../api/errors.js";
import { proveWithPasskey } from "../api/passkey.js";
import { ErrorText } from "../components/error-notice.js";
import { Dialog } from "../components/dialogs/dialog.js";
import { useMessages } from "../i18n/messages.js";

interface StepUpDialogProps {
  onProven: () => void;
  onCancel: () => void;
}

/** Asks for the passkey. In a file of its own, because few visits need it. */
export default function StepUpDialog({ onProven, onCancel }: StepUpDialogProps) {
  const t = useMessages("app");
  const { cancel } = useMessages("components");
  const [state, setState] = useState<"ready" | "busy" | Error>("ready");
  const prove = async () => {
    setState("busy");
    try {
      await proveWithPasskey();
    } catch (error) {
      setState(error as Error);
      return;
    }
    onProven();
  };
  return (
    <Dialog title={t.stepUpTitle} onClose={onCancel}>
      <p>{t.stepUpText}</p>
      {state instanceof Error && (
        <div className="notice wrong" role="alert">
          {/* What the browser says is not for people: they have closed its window, or have no passkey here. */}
          {state instanceof TenantOpsError ? <ErrorText error={state} /> : <p>{t.stepUpFailed}</p>}
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
