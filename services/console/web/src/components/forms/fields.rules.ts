import { isValidElement, type ReactElement, type ReactNode } from "react";
import type { RecordSource } from "../../api/record-sources.js";
import type { RecordField } from "./record-choice.js";

// A form as a list of its fields: the values, what changes them and what is sent follow from the list.

interface Common<Name> {
  /** The name in the request, which the server also uses in refusals. */
  name: Name;
  label: string;
  hint?: ReactNode;
  isOptional?: boolean;
}

interface TextSpec<Name> extends Common<Name> {
  kind: "text" | "email" | "url" | "date";
  placeholder?: string;
  /** More than one: a field for longer texts. */
  rows?: number;
  isUpperCase?: boolean;
  /** For a text of which the contract says a pattern and no length. */
  maxLength?: number;
  first?: string;
}

interface NumberSpec<Name> extends Common<Name> {
  kind: "number";
  /** Also parts of a whole number. */
  isDecimal?: boolean;
  first?: number;
}

interface ChoiceSpec<Name> extends Common<Name> {
  kind: "choice";
  options: readonly (readonly [string, string])[];
  first: string;
}

/** All choices are seen, each with what it means. */
interface RadioSpec<Name> extends Omit<Common<Name>, "isOptional"> {
  kind: "radio";
  options: readonly (readonly [value: string, label: string, hint?: string])[];
  first: string;
}

interface RecordSpec<Name> extends Common<Name> {
  kind: "record";
  /** `RecordField`. The form brings it, so that pages whose forms choose no record do not load it. */
  Field: typeof RecordField;
  source: RecordSource;
  /** Records that cannot be chosen. */
  without?: readonly string[];
  first?: string;
}

interface CheckSpec<Name> extends Omit<Common<Name>, "isOptional"> {
  kind: "check";
  first?: boolean;
}

/** The server never sends it back: an empty field keeps the stored one. */
interface SecretSpec<Name, Values> extends Omit<Common<Name>, "isOptional"> {
  kind: "secret";
  /** Whether the server has one for what was entered beside it. */
  isStored: (values: Values) => boolean;
  first?: string;
}

/** A value that needs more than one control. */
interface OwnSpec<Name, Values> {
  kind: "own";
  name: Name;
  first?: unknown;
  field: (values: Values, change: (changes: Partial<Values>) => void) => ReactNode;
}

type ControlSpec<Name> =
  | TextSpec<Name>
  | NumberSpec<Name>
  | ChoiceSpec<Name>
  | RadioSpec<Name>
  | RecordSpec<Name>
  | CheckSpec<Name>;

type Name<Values> = keyof Values & string;
export type FieldSpec<Values> =
  | ControlSpec<Name<Values>>
  | SecretSpec<Name<Values>, Values>
  | OwnSpec<Name<Values>, Values>;

/** Fields beside each other ("row"), behind a summary for those that are seldom needed ("more"), or under one question ("group"). */
export interface Group<Entry> {
  kind: "row" | "more" | "group";
  /** Of a group, for refusals. */
  name?: string;
  label?: string;
  hint?: ReactNode;
  fields: readonly Entry[];
}

/** Also a text between fields, and one that depends on the values. An entry that is false is left out. */
export type FieldEntry<Values> =
  | FieldSpec<Values>
  | Group<FieldEntry<Values>>
  | ReactElement
  | ((values: Values) => ReactNode)
  | false;

/** Of a list that several forms share. */
export type SharedEntry<Name extends string> = ControlSpec<Name> | Group<SharedEntry<Name>> | false;

const emptyValues = {
  text: "",
  email: "",
  url: "",
  date: "",
  secret: "",
  number: undefined,
  record: "",
  check: false,
};

function listFields<Values>(entries: readonly FieldEntry<Values>[]): FieldSpec<Values>[] {
  return entries.flatMap((entry) => {
    if (entry === false || typeof entry === "function" || isValidElement(entry)) return [];
    const spec = entry as FieldSpec<Values> | Group<FieldEntry<Values>>;
    return "fields" in spec ? listFields(spec.fields) : [spec];
  });
}

/** @param given values that are known, such as the record that is changed */
export function getFirstValues<Values>(entries: readonly FieldEntry<Values>[], given: object = {}): Values {
  const known = given as Readonly<Record<string, unknown>>;
  const empty: Readonly<Record<string, unknown>> = emptyValues;
  return Object.fromEntries(
    listFields(entries).map(({ name, kind, first }) => [name, known[name] ?? first ?? empty[kind]]),
  ) as Values;
}
