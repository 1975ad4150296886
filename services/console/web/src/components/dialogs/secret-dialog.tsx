import { useMessages } from "../../i18n/messages.js";
import { CopyButton } from "../copy.js";
import { Dialog } from "./dialog.js";

interface SecretDialogProps {
  title: string;
  /** What the value is: "API key". */
  name: string;
  value: string;
  children?: React.ReactNode;
  onClose: () => void;
}

/** A secret that the server shows once. Escape does not close it, because the value would be lost. */
export function SecretDialog({ title, name, value, children, onClose }: SecretDialogProps) {
  const t = useMessages("components");
  return (
    <Dialog title={title} onClose={onClose} canClose={false}>
      <div className="notice warn">
        <p>{t.secretOnce}</p>
      </div>
      <div className="secret">
        <code data-secret={name}>{value}</code>
        <CopyButton value={value} name={name} label={t.copy} />
      </div>
      {children}
      <div className="form-actions">
        <button type="button" className="primary" onClick={onClose}>
          {t.secretStored}
        </button>
      </div>
    </Dialog>
  );
}
