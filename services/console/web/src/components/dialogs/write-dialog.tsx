import type { ReactNode } from "react";
import type { BusinessAccess } from "../../api/business.js";
import { type Input, type Reply, useChange } from "../../api/public-api.js";
import { useMessages } from "../../i18n/messages.js";
import type { FieldEntry } from "../forms/fields.rules.js";
import { Fields, type Limits, useValues } from "../forms/fields.js";
import { showToast } from "../toasts.js";
import { FormDialog } from "./form-dialog.js";

type Client = BusinessAccess["client"];
/** What a form has of the input of an operation: a number may be missing, and then the server names it. */
type Values<Area extends keyof Client, Name extends keyof Client[Area]> = Partial<Input<Area, Name>>;

interface WriteDialogProps<Area extends keyof Client, Name extends keyof Client[Area]> {
  area: Area;
  operation: Name;
  title: string;
  submit: string;
  /** Above the fields. */
  children?: ReactNode;
  fields: readonly FieldEntry<Values<Area, Name>>[];
  limits: Limits;
  /** What the fields show at first, such as the record that is changed. */
  first?: object;
  /** Sent besides the fields, such as the id. */
  given?: Values<Area, Name>;
  /** What is sent, where it is not simply the values. */
  toInput?: (values: Values<Area, Name>) => object;
  /** What is said after the write. */
  done: (reply: Reply<Area, Name>) => string;
  /** Closes the dialog if it is left out. */
  onDone?: (reply: Reply<Area, Name>) => void;
  onClose: () => void;
}

/** A dialog that asks for the input of one operation. */
export function WriteDialog<Area extends keyof Client, Name extends keyof Client[Area]>({
  area,
  operation,
  title,
  submit,
  children,
  fields,
  limits,
  first,
  given,
  toInput = (values) => values,
  done,
  onDone,
  onClose,
}: WriteDialogProps<Area, Name>) {
  const { values, change } = useValues(fields, first);
  const write = useChange(area, operation, (reply) => {
    showToast(done(reply));
    if (onDone) onDone(reply);
    else onClose();
  });
  const send = () => write.mutate({ ...given, ...toInput(values) } as Input<Area, Name>);
  return (
    <FormDialog title={title} submit={submit} write={write} onSubmit={send} onClose={onClose}>
      {children}
      <Fields fields={fields} limits={limits} values={values} change={change} />
    </FormDialog>
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
      submit={common.save}
      first={record}
      given={{ id: record._id } as unknown as Values<Area, Create>}
      done={() => words.changed}
    />
  );
}
