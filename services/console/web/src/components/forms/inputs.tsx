import type { ReactNode } from "react";
import { listOptions, type Options } from "../words.rules.js";
import { Field } from "./form.js";
import "./inputs.css";

// Fields with one control, as most forms have them.

interface CommonProps {
  /** The name that the server uses for it in refusals. */
  name: string;
  label: ReactNode;
  hint?: ReactNode;
  isOptional?: boolean;
  /** What is wrong before anything is sent. */
  error?: string | undefined;
}

export interface TextFieldProps extends CommonProps {
  value: string;
  onChange: (value: string) => void;
  maxLength?: number;
  placeholder?: string;
  type?: "text" | "email" | "url" | "date" | "password";
  /** More than one: a field for longer texts. */
  rows?: number;
}

export function TextField(props: TextFieldProps) {
  const { value, onChange, maxLength, placeholder, type = "text", rows = 1, ...field } = props;
  const autoComplete = type === "password" ? "new-password" : "off";
  return (
    <Field {...field}>
      {(input) => {
        const control = { ...input, value, maxLength, placeholder, autoComplete };
        if (rows > 1) return <textarea {...control} rows={rows} onChange={(event) => onChange(event.target.value)} />;
        return <input {...control} type={type} onChange={(event) => onChange(event.target.value)} />;
      }}
    </Field>
  );
}

interface NumberFieldProps extends CommonProps {
  value: number | undefined;
  onChange: (value: number | undefined) => void;
  min?: number;
  max?: number;
  /** Also parts of a whole number. */
  isDecimal?: boolean;
}

/** Empty is `undefined`, so that the server says what is missing. */
export function NumberField({ value, onChange, min = 0, max, isDecimal, ...field }: NumberFieldProps) {
  return (
    <Field {...field}>
      {(input) => (
        <input
          {...input}
          type="number"
          inputMode={isDecimal || min < 0 ? "decimal" : "numeric"}
          min={min}
          max={max}
          step={isDecimal ? "any" : 1}
          value={value ?? ""}
          onChange={({ target }) => onChange(target.value === "" ? undefined : Number(target.value))}
        />
      )}
    </Field>
  );
}

interface SelectFieldProps<Value extends string> extends CommonProps {
  value: Value;
  options: Options<Value>;
  onChange: (value: Value) => void;
}

export function SelectField<Value extends string>({ value, options, onChange, ...field }: SelectFieldProps<Value>) {
  return (
    <Field {...field}>
      {(input) => (
        <select {...input} value={value} onChange={(event) => onChange(event.target.value as Value)}>
          {listOptions(options).map(([option, label]) => (
            <option key={option} value={option}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
