import type { ReactNode } from "react";
import type { Client } from "../../api/client.js";
import { type Input, type Reply, useChange } from "../../api/public-api.js";
import { showToast } from "../toasts.js";
import { ConfirmDialog } from "./confirm-dialog.js";

interface ConfirmWriteProps<Area extends keyof Client, Name extends keyof Client[Area]> {
  area: Area;
  operation: Name;
  input: NoInfer<Input<Area, Name>>;
  /** The title, what the button says, and what is said after the write. */
  words: { title: string; submit: string; done: string };
  /** What will happen, and what cannot be undone. */
  children: ReactNode;
  isDangerous?: boolean;
  /** Closes the dialog if it is left out. */
  onDone?: (reply: Reply<Area, Name>) => void;
  onClose: () => void;
}

/** Asks before one operation whose input is known. */
export function ConfirmWrite<Area extends keyof Client, Name extends keyof Client[Area]>({
  area,
  operation,
  input,
  words: { title, submit, done },
  onDone,
  ...dialog
}: ConfirmWriteProps<Area, Name>) {
  const write = useChange(area, operation, (reply) => {
    showToast(done);
    if (onDone) onDone(reply);
    else dialog.onClose();
  });
  return (
    <ConfirmDialog {...dialog} title={title} confirm={submit} write={{ ...write, mutate: () => write.mutate(input) }} />
  );
}
