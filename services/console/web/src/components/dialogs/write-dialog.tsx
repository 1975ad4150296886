import type { Client } from "../../api/client.js";
import type { Reply } from "../../api/public-api.js";
import { useMessages } from "../../i18n/messages.js";
import { type FormValues, WriteForm, type WriteFormProps } from "../forms/write-form.js";
import { Dialog } from "./dialog.js";

export interface WriteDialogProps<
  Area extends keyof Client,
  Name extends keyof Client[Area],
  Values extends object = FormValues<Area, Name>,
  Texts extends object = object,
> extends Omit<WriteFormProps<Area, Name, Values, Texts>, "onCancel" | "words"> {
  words: { title: string; submit?: string; done?: string; fields?: Texts };
  onClose: () => void;
}

/** A dialog that asks for the input of one operation. It closes after the write, unless `onDone` says what else happens. */
export function WriteDialog<
  Area extends keyof Client,
  Name extends keyof Client[Area],
  Values extends object = FormValues<Area, Name>,
  Texts extends object = object,
>({ onClose, onDone = onClose, ...form }: WriteDialogProps<Area, Name, Values, Texts>) {
  return (
    <Dialog title={form.words.title} onClose={onClose}>
      <WriteForm {...form} onDone={onDone} onCancel={onClose} />
    </Dialog>
  );
}

/** What every dialog about one record takes; without a record it creates one. */
export interface RecordDialogProps<Item> {
  record?: Item;
  onClose: () => void;
}

interface CreateOrChangeProps<
  Area extends keyof Client,
  Create extends keyof Client[Area],
  Texts extends object,
> extends Pick<
  WriteDialogProps<Area, Create, FormValues<Area, Create>, Texts>,
  "area" | "fields" | "limits" | "toInput" | "onClose"
> {
  create: Create;
  update: keyof Client[Area];
  /** Changed if there is one. */
  record: { _id: string } | undefined;
  words: { create: string; change: string; created: string; changed: string; fields: Texts };
  onCreated?: (reply: Reply<Area, Create>) => void;
}

/** Creates a record, or changes one. The update takes the same fields as the creation; those that it does not take are left out of the list. */
export function RecordDialog<
  Area extends keyof Client,
  Create extends keyof Client[Area],
  Texts extends object = object,
>({ create, update, record, words, onCreated, ...form }: CreateOrChangeProps<Area, Create, Texts>) {
  const common = useMessages("components");
  const { fields } = words;
  if (!record)
    return (
      <WriteDialog
        {...form}
        operation={create}
        words={{ title: words.create, submit: common.create, done: words.created, fields }}
        onDone={onCreated}
      />
    );
  return (
    <WriteDialog
      {...form}
      operation={update as Create}
      words={{ title: words.change, done: words.changed, fields }}
      first={record}
      given={{ id: record._id } as unknown as FormValues<Area, Create>}
    />
  );
}
