import type { ReactNode } from "react";
import { Form, type FormProps } from "../forms/form.js";
import { Dialog } from "./dialog.js";

interface FormDialogProps extends Pick<FormProps, "onSubmit" | "submit" | "isReady" | "isDangerous"> {
  title: string;
  /** The write that the form makes. */
  write: { error: Error | null; isPending: boolean };
  onClose: () => void;
  children: ReactNode;
}

/** A dialog with one form, which closes without a write or after it. */
export function FormDialog({ title, write: { error, isPending }, onClose, ...form }: FormDialogProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <Form {...form} error={error} isPending={isPending} onCancel={onClose} />
    </Dialog>
  );
}
