import { useState } from "react";
import { Field } from "../forms/form.js";
import { FormDialog } from "./form-dialog.js";

interface PeriodDialogProps<Period extends string> {
  words: {
    title: string;
    text: string;
    label: string;
    periods: Readonly<Record<Period, string>>;
    submit: string;
  };
  /** Of the field in refusals. */
  name: string;
  first: Period;
  write: { mutate: (period: Period) => void; error: Error | null; isPending: boolean };
  onClose: () => void;
}

/** Asks for one period, then writes. */
export function PeriodDialog<Period extends string>({ words, name, first, write, onClose }: PeriodDialogProps<Period>) {
  const [period, setPeriod] = useState(first);
  return (
    <FormDialog
      title={words.title}
      submit={words.submit}
      write={write}
      onSubmit={() => write.mutate(period)}
      onClose={onClose}
    >
      <p>{words.text}</p>
      <Field name={name} label={words.label}>
        {(input) => (
          <select {...input} value={period} onChange={(event) => setPeriod(event.target.value as Period)}>
            {Object.entries<string>(words.periods).map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </select>
        )}
      </Field>
    </FormDialog>
  );
}
