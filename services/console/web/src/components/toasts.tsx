import { useEffect, useRef, useSyncExternalStore } from "react";
import { useMessages } from "../i18n/messages.js";

/**
 * A popover, so that messages are also seen above a dialog. The region is always rendered, because screen readers would miss one that is added later.
 */
export function Toasts() {
  const t = useMessages("components");
  const toasts = useSyncExternalStore(subscribeToToasts, readToasts);
  const region = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = region.current;
    if (!element) return;
    // Showing it again puts it above a dialog that was opened later.
    if (element.matches(":popover-open")) element.hidePopover();
    if (toasts.length > 0) element.showPopover();
  }, [toasts]);
  return (
    <>
      <div className="hidden" role="status" aria-live="polite">
        {toasts.map(({ id, text }) => (
          <p key={id}>{text}</p>
        ))}
      </div>
      <div className="toasts" popover="manual" ref={region}>
        {toasts.map(({ id, text, kind }) => (
          <div key={id} className={`toast ${kind}`}>
            <span aria-hidden="true">{text}</span>
            <button type="button" className="icon" onClick={() => dismissToast(id)} aria-label={`${t.close}: ${text}`}>
              ×
            </button>
          </div>
        ))}
      </div>
    </>
  );
}

export interface Toast {
  id: number;
  text: string;
  kind: "done" | "wrong";
}

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

const change = (next: readonly Toast[]) => {
  toasts = next;
  for (const listener of listeners) listener();
};

const shownMs = 6000;

/** A short message that disappears after a time. Text that a person must read belongs in the page instead. */
export function showToast(text: string, kind: Toast["kind"] = "done"): void {
  const toast = { id: (lastId += 1), text, kind };
  change([...toasts, toast]);
  setTimeout(() => dismissToast(toast.id), shownMs);
}

export const dismissToast = (id: number): void => change(toasts.filter((toast) => toast.id !== id));

export const readToasts = (): readonly Toast[] => toasts;

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
