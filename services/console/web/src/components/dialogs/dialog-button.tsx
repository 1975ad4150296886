import { type ReactNode, useState } from "react";
import { useBusiness } from "../../api/business.js";

interface DialogButtonProps {
  /** Others do not see the button. */
  scope: string;
  text: string;
  /** Read out in place of the text. */
  label?: string;
  className?: string;
  dialog: (onClose: () => void) => ReactNode;
}

/** A button that opens a dialog. Not for one that shows something after its write: it goes with the button. */
export function DialogButton({ scope, text, label, className, dialog }: DialogButtonProps) {
  const { can } = useBusiness();
  const [isOpen, setOpen] = useState(false);
  if (!can(scope)) return null;
  return (
    <>
      <button type="button" className={className} aria-label={label} onClick={() => setOpen(true)}>
        {text}
      </button>
      {isOpen && dialog(() => setOpen(false))}
    </>
  );
}
