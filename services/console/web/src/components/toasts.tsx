import { useEffect, useRef, useSyncExternalStore } from "react";
import { useMessages } from "../i18n/messages.js";
import { dismissToast, readToasts, subscribeToToasts } from "./toast-store.js";

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
