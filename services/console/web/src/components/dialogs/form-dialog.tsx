import type { ReactNode } from "react";
import { Form } from "../forms/form.js";
import { Dialog } from "./dialog.js";

interface FormDialogProps {
  title: string;
  /** What the button that sends the form says. */
  submit: string;
  /** The write that the form makes. */
  write: { error: Error | null; isPending: boolean };
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog with one form, which closes without a write or after it. */
export function FormDialog({ title, submit, write, onSubmit, onClose, children }: FormDialogProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <Form onSubmit={onSubmit} error={write.error} submit={submit} isPending={write.isPending} onCancel={onClose}>
        {children}
      </Form>
    </Dialog>
  );
}
