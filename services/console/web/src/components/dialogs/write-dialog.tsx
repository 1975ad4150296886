import type { Client } from "../../api/client.js";
import type { Reply } from "../../api/public-api.js";
import { useMessages } from "../../i18n/messages.js";
import { type FormValues, WriteForm, type WriteFormProps } from "../forms/write-form.js";
import { Dialog } from "./dialog.js";

export interface WriteDialogProps<
  Area extends keyof Client,
  Name extends keyof Client[Area],
  Values extends object = FormValues<Area, Name>,
> extends Omit<WriteFormProps<Area, Name, Values>, "onCancel"> {
  title: string;
  onClose: () => void;
}

/** A dialog that asks for the input of one operation. It closes after the write, unless `onDone` says what else happens. */
export function WriteDialog<
  Area extends keyof Client,
  Name extends keyof Client[Area],
  Values extends object = FormValues<Area, Name>,
>({ title, onClose, onDone = onClose, ...form }: WriteDialogProps<Area, Name, Values>) {
  return (
    <Dialog title={title} onClose={onClose}>
      <WriteForm {...form} onDone={onDone} onCancel={onClose} />
    </Dialog>
  );
}

/** What every dialog about one record takes; without a record it creates one. */
export interface RecordDialogProps<Item> {
  record?: Item;
  onClose: () => void;
}

interface CreateOrChangeProps<Area extends keyof Client, Create extends keyof Client[Area]> extends Pick<
  WriteDialogProps<Area, Create>,
  "area" | "fields" | "limits" | "toInput" | "onClose"
> {
  create: Create;
  update: keyof Client[Area];
  /** Changed if there is one. */
  record: { _id: string } | undefined;
  words: { create: string; change: string; created: string; changed: string };
  onCreated?: (reply: Reply<Area, Create>) => void;
}

/** Creates a record, or changes one. The update takes the same fields as the creation; those that it does not take are left out of the list. */
export function RecordDialog<Area extends keyof Client, Create extends keyof Client[Area]>({
  create,
  update,
  record,
  words,
  onCreated,
  ...form
}: CreateOrChangeProps<Area, Create>) {
  const common = useMessages("components");
  if (!record)
    return (
      <WriteDialog
        {...form}
        operation={create}
        title={words.create}
        submit={common.create}
        done={() => words.created}
        onDone={onCreated}
      />
    );
  return (
    <WriteDialog
      {...form}
      operation={update as Create}
      title={words.change}
      first={record}
      given={{ id: record._id } as unknown as FormValues<Area, Create>}
      done={() => words.changed}
    />
  );
}
