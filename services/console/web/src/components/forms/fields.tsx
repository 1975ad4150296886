import { isValidElement, type ReactNode, useState } from "react";
import { useMessages } from "../../i18n/messages.js";
import { readText, type TextName } from "../words.rules.js";
import { type AnySpec, type FieldEntry, type FieldSpec, getFirstValues } from "./fields.rules.js";
import { Check, FieldGroup, RadioGroup } from "./form.js";
import { NumberField, SelectField, TextField, type TextFieldProps } from "./inputs.js";

/** What the contract allows in the fields, from `api/limits`. */
export type Limits = Readonly<Record<string, object>>;
interface Limit {
  maxLength?: number;
  min?: number;
  max?: number;
}

/** The values of a form, and what changes some of them. */
export function useValues<Values>(entries: readonly FieldEntry<Values>[], given?: object) {
  const [values, setValues] = useState(() => getFirstValues(entries, given));
  const change = (changes: Partial<Values>) => setValues((last) => ({ ...last, ...changes }));
  return { values, change };
}

interface EntriesProps<Values> {
  fields: readonly FieldEntry<Values>[];
  texts?: object | undefined;
  limits: Limits;
  /** Makes the names different when a form has several records. */
  prefix?: string;
  values: Values;
  change: (changes: Partial<Values>) => void;
}

function Entries<Values>({ fields, ...form }: EntriesProps<Values>): ReactNode {
  return fields.map((entry, index) => <Entry key={getKey(entry, index)} entry={entry} {...form} />);
}

interface FieldsProps<Values, Texts> extends Omit<EntriesProps<Values>, "fields" | "texts"> {
  fields: readonly FieldEntry<Values, NoInfer<TextName<Texts>>>[];
  /** The labels and hints, by the names of the fields. */
  texts?: Texts | undefined;
}

export const Fields: <Values, Texts extends object>(props: FieldsProps<Values, Texts>) => ReactNode = Entries;

const getKey = (entry: unknown, index: number) =>
  typeof entry === "object" && entry !== null && "name" in entry ? String(entry.name) : index;

type EntryProps<Values> = Omit<EntriesProps<Values>, "fields"> & { entry: FieldEntry<Values> };

function Entry<Values>({ entry, ...form }: EntryProps<Values>): ReactNode {
  if (entry === false) return null;
  if (typeof entry === "function") return entry(form.values);
  if (isValidElement(entry)) return entry;
  const spec = entry as AnySpec<Values>;
  if (spec.kind === "row")
    return (
      <div className="field-row">
        <Entries {...form} fields={spec.fields} />
      </div>
    );
  if (spec.kind === "more")
    return (
      <details className="more">
        <summary>{spec.label}</summary>
        <Entries {...form} fields={spec.fields} />
      </details>
    );
  if (spec.kind === "group")
    return (
      <FieldGroup name={spec.name} {...getTexts(spec, form.texts)}>
        <Entries {...form} fields={spec.fields} />
      </FieldGroup>
    );
  return <OneField {...form} spec={spec} />;
}

function getTexts({ name, label, hint }: { name: string; label?: string; hint?: ReactNode }, texts: object = {}) {
  return { label: label ?? readText(texts, name) ?? "", hint: hint ?? readText(texts, `${name}Hint`) };
}

type OneFieldProps<Values> = Omit<EntriesProps<Values>, "fields"> & { spec: FieldSpec<Values> };

function OneField<Values>({ spec, texts, limits, prefix = "", values, change }: OneFieldProps<Values>) {
  if (spec.kind === "own") return spec.field(values, change);
  const { maxLength, min, max }: Limit = limits[spec.name] ?? {};
  const set = (value: unknown) => change({ [spec.name]: value } as unknown as Partial<Values>);
  const value: unknown = values[spec.name];
  const { label, hint } = getTexts(spec, texts);
  if (spec.kind === "check") return <Check label={label} hint={hint} checked={value === true} onChange={set} />;
  const field = { name: `${prefix}${spec.name}`, label, hint, onChange: set };
  const text = value as string;
  if (spec.kind === "radio") return <RadioGroup {...field} value={text} options={spec.options} hints={spec.hints} />;
  if (spec.kind === "secret")
    return <SecretField {...field} value={text} maxLength={maxLength} isOptional={spec.isStored(values)} />;
  const common = { ...field, isOptional: spec.isOptional };
  if (spec.kind === "number")
    return (
      <NumberField {...common} value={value as number | undefined} min={min} max={max} isDecimal={spec.isDecimal} />
    );
  if (spec.kind === "choice") return <SelectField {...common} value={text} options={spec.options} />;
  if (spec.kind === "record")
    return <spec.Field {...common} value={text} source={spec.source} without={spec.without} />;
  return (
    <TextField
      {...common}
      value={text}
      type={spec.kind}
      placeholder={spec.placeholder}
      rows={spec.rows}
      maxLength={maxLength ?? spec.maxLength}
      onChange={(typed) => set(spec.isUpperCase ? typed.toUpperCase() : typed)}
    />
  );
}

function SecretField({ hint, ...field }: TextFieldProps) {
  const t = useMessages("components");
  const about = field.isOptional ? t.secretKept : t.secretNew;
  return (
    <TextField
      {...field}
      type="password"
      hint={
        <>
          {hint} {about}
        </>
      }
    />
  );
}
