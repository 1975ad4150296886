import { type KeyboardEvent, type ReactNode, type SyntheticEvent, useEffect, useId, useRef, useState } from "react";
import { useMessages } from "../../i18n/messages.js";

/** What a dialog about a record takes. */
export interface DialogAbout<Item> {
  record: Item;
  onClose: () => void;
}

interface DialogProps {
  title: string;
  /** Called for Escape and for the button with the cross; after a question when something was entered. */
  onClose: () => void;
  /** False while closing would lose something, such as a secret that is shown once. */
  canClose?: boolean;
  children: ReactNode;
}

/** What has the focus first: the field with which a person begins, otherwise the first control under the title. */
const firstFields = ':is(input:not([type="radio"]), input:checked, select, textarea):enabled';
const firstControls = ":scope > :not(header) :is(a, button)";

/**
 * A modal dialog while it is rendered. The browser keeps the focus inside and gives it back at the end. Its `form-actions` stay in the
 * window, however long it is.
 */
export function Dialog({ title, onClose, canClose = true, children }: DialogProps) {
  const t = useMessages("components");
  const dialog = useRef<HTMLDialogElement>(null);
  const hasInput = useRef(false);
  const [isAsking, setAsking] = useState(false);
  const titleId = useId();
  useEffect(() => {
    const element = dialog.current;
    const opener = document.activeElement;
    element?.showModal();
    (element?.querySelector<HTMLElement>(firstFields) ?? element?.querySelector<HTMLElement>(firstControls))?.focus();
    return () => {
      element?.close();
      // The element is removed in the same moment, so the browser's own return of the focus may come too late.
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);
  const leave = (event: SyntheticEvent) => {
    event.preventDefault();
    // In React, an event of a dialog inside also reaches this one.
    event.stopPropagation();
    if (!canClose) return;
    if (hasInput.current) setAsking(true);
    else onClose();
  };
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onInput={(event) => {
        event.stopPropagation();
        hasInput.current = true;
      }}
      onKeyDown={(event: KeyboardEvent) => {
        // Not left to the browser: a second Escape closes a dialog without asking the page.
        if (event.key === "Escape" && !event.defaultPrevented) leave(event);
      }}
      onCancel={leave}
      onClose={({ currentTarget }) => {
        // By the browser, such as by a repeated gesture to go back: only the page may remove it.
        if (dialog.current && !currentTarget.open) currentTarget.showModal();
      }}
    >
      <header>
        <h2 id={titleId}>{title}</h2>
        {canClose && (
          <button type="button" className="icon" onClick={leave} aria-label={t.close}>
            ×
          </button>
        )}
      </header>
      {children}
      {isAsking && (
        <Dialog title={t.discardTitle} onClose={() => setAsking(false)}>
          <div className="form-actions">
            <button type="button" onClick={() => setAsking(false)}>
              {t.keepEditing}
            </button>
            <button type="button" className="danger" onClick={onClose}>
              {t.discard}
            </button>
          </div>
        </Dialog>
      )}
    </dialog>
  );
}
