import type { ReactNode } from "react";
import { useChosenRecord } from "../../api/record-sources.js";
import { useMessages } from "../../i18n/messages.js";
import { Filter } from "../filters.js";
import { Combobox, type ComboboxProps } from "./combobox.js";
import { Field } from "./form.js";

interface RecordFieldProps extends Omit<ComboboxProps, "input" | "placeholder"> {
  /** The name that the server uses for it in refusals. */
  name: string;
  hint?: ReactNode;
  isOptional?: boolean;
}

/** A field of a form whose value is a record. */
export function RecordField({ name, hint, isOptional, ...choice }: RecordFieldProps) {
  return (
    <Field name={name} label={choice.label} hint={hint} {...(isOptional && { isOptional })}>
      {(input) => <Combobox {...choice} input={input} />}
    </Field>
  );
}

interface RecordFilterProps extends Pick<ComboboxProps, "label" | "source"> {
  value: string | undefined;
  onChange: (id: string | undefined) => void;
}

/** A filter of a list by a record. */
export function RecordFilter({ label, source, value = "", onChange }: RecordFilterProps) {
  const t = useMessages("components");
  const { data } = useChosenRecord(source, value);
  return (
    <Filter label={label} text={value && (data?.label ?? t.loading)} onRemove={() => onChange(undefined)}>
      {(id) => (
        <Combobox
          input={{ id }}
          label={label}
          source={source}
          value={value}
          placeholder={t.all}
          onChange={(next) => {
            if (next !== value) onChange(next || undefined);
          }}
        />
      )}
    </Filter>
  );
}
