import type { ReactNode } from "react";
import type { Client } from "../../api/client.js";
import { type Input, type Reply, useChange } from "../../api/public-api.js";
import { useMessages } from "../../i18n/messages.js";
import { showToast } from "../toasts.js";
import type { TextName } from "../words.rules.js";
import { Fields, type Limits, useValues } from "./fields.js";
import type { FieldEntry } from "./fields.rules.js";
import { Form } from "./form.js";

/** What a form has of the input of an operation: a number may be missing, and then the server names it. */
export type FormValues<Area extends keyof Client, Name extends keyof Client[Area]> = Partial<Input<Area, Name>>;

export interface WriteFormProps<
  Area extends keyof Client,
  Name extends keyof Client[Area],
  Values extends object = FormValues<Area, Name>,
  Texts extends object = object,
> {
  area: Area;
  operation: Name;
  words?: {
    /** What the button that sends the form says: "Save" if it is left out. */
    submit?: string;
    /** What is said after the write. */
    done?: string;
    /** The labels and hints, by the names of the fields. */
    fields?: Texts;
  };
  /** Above the fields. */
  children?: ReactNode;
  fields: readonly FieldEntry<NoInfer<Values>, NoInfer<TextName<Texts>>>[];
  limits?: Limits;
  /** Before the names of the fields in refusals, for those of an object of the request. */
  prefix?: string;
  /** What the fields show at first, such as the record that is changed. */
  first?: object;
  /** Sent besides the fields, such as the id. */
  given?: FormValues<Area, Name>;
  /** What is sent, where it is not simply the values. The type of its parameter is what the fields hold. */
  toInput?: (values: Values) => object;
  /** False while something must be entered first. */
  isReady?: (values: NoInfer<Values>) => boolean;
  /** True for what cannot be undone. */
  isDangerous?: boolean;
  /** The same, where it depends on the answer. */
  done?: (reply: Reply<Area, Name>) => string;
  onDone?: (reply: Reply<Area, Name>) => void;
  onCancel?: () => void;
}

/** A form for the input of one operation. */
export function WriteForm<
  Area extends keyof Client,
  Name extends keyof Client[Area],
  Values extends object = FormValues<Area, Name>,
  Texts extends object = object,
>({
  area,
  operation,
  words = {},
  children,
  fields,
  limits = {},
  prefix,
  first,
  given,
  toInput = (values) => values,
  isReady = () => true,
  isDangerous,
  done,
  onDone,
  onCancel,
}: WriteFormProps<Area, Name, Values, Texts>) {
  const { save } = useMessages("components");
  const { values, change } = useValues<Values>(fields, first);
  const write = useChange(area, operation, (reply) => {
    const said = done ? done(reply) : words.done;
    if (said) showToast(said);
    onDone?.(reply);
  });
  return (
    <Form
      onSubmit={() => write.mutate({ ...given, ...toInput(values) } as Input<Area, Name>)}
      error={write.error}
      submit={words.submit ?? save}
      isPending={write.isPending}
      isReady={isReady(values)}
      isDangerous={isDangerous}
      onCancel={onCancel}
    >
      {children}
      <Fields fields={fields} texts={words.fields} limits={limits} prefix={prefix} values={values} change={change} />
    </Form>
  );
}
