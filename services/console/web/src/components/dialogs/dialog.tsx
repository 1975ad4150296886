import { type ReactNode, useEffect, useId, useRef } from "react";
import { useMessages } from "../../i18n/messages.js";

interface DialogProps {
  title: string;
  /** Called for Escape and for the button with the cross. */
  onClose: () => void;
  /** False while closing would lose something, such as a secret that is shown once. */
  canClose?: boolean;
  children: ReactNode;
}

/** A modal dialog while it is rendered. The browser keeps the focus inside and gives it back at the end. */
export function Dialog({ title, onClose, canClose = true, children }: DialogProps) {
  const t = useMessages("components");
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const element = dialog.current;
    const opener = document.activeElement;
    element?.showModal();
    return () => {
      element?.close();
      // The element is removed in the same moment, so the browser's own return of the focus may come too late.
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        if (canClose) onClose();
      }}
    >
      <header>
        <h2 id={titleId}>{title}</h2>
        {canClose && (
          <button type="button" className="icon" onClick={onClose} aria-label={t.close}>
            ×
          </button>
        )}
      </header>
      {children}
    </dialog>
  );
}
