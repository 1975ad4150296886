import type { ReactNode } from "react";
import { useMessages } from "../../i18n/messages.js";
import { FormError } from "../forms/form.js";
import { Dialog } from "./dialog.js";

interface ConfirmDialogProps {
  title: string;
  /** What will happen, and what cannot be undone. */
  children: ReactNode;
  confirm: string;
  /** True for what cannot be undone. */
  isDangerous?: boolean;
  write: { mutate: () => void; isPending: boolean; error: Error | null };
  onClose: () => void;
}

export function ConfirmDialog({ title, children, confirm, isDangerous, write, onClose }: ConfirmDialogProps) {
  const t = useMessages("components");
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="dialog-text">{children}</div>
      <FormError error={write.error} />
      <div className="form-actions">
        <button type="button" onClick={onClose}>
          {t.cancel}
        </button>
        <button
          type="button"
          className={isDangerous ? "danger" : "primary"}
          onClick={() => write.mutate()}
          disabled={write.isPending}
        >
          {confirm}
        </button>
      </div>
    </Dialog>
  );
}
