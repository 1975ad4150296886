import { type ComponentType, useState } from "react";
import { useBusiness } from "../../api/business.js";
import type { DialogAbout } from "./dialog.js";

interface DialogButtonProps<Item> {
  /** Others do not see the button. */
  scope: string;
  text: string;
  /** Read out in place of the text. */
  label?: string;
  className?: string;
  /** False while there is nothing to do. A dialog that is open stays. */
  isOffered?: boolean;
  Dialog: ComponentType<DialogAbout<Item>>;
  /** What the dialog is about. */
  record: Item;
}

/** A button that opens a dialog about a record. */
export function DialogButton<Item>({
  scope,
  text,
  label,
  className,
  isOffered = true,
  Dialog,
  record,
}: DialogButtonProps<Item>) {
  const { can } = useBusiness();
  const [isOpen, setOpen] = useState(false);
  if (!can(scope)) return null;
  return (
    <>
      {isOffered && (
        <button type="button" className={className} aria-label={label} onClick={() => setOpen(true)}>
          {text}
        </button>
      )}
      {isOpen && <Dialog record={record} onClose={() => setOpen(false)} />}
    </>
  );
}
