import { isValidElement, type ReactElement, type ReactNode } from "react";
import type { RecordSource } from "../../api/record-sources.js";
import type { Named, Options } from "../words.rules.js";
import type { RecordField } from "./record-choice.js";

// A form as a list of its fields: the values, what changes them and what is sent follow from the list.

/**
 * The name in the request, which the server also uses in refusals. The label is the text of this name, the hint that of the name with "Hint" after it,
 * unless the field has its own.
 */
type Labelled<Name, Text> = Named<Name, Text> & { hint?: ReactNode };

interface Common {
  isOptional?: boolean;
}

interface TextSpec extends Common {
  kind: "text" | "email" | "url" | "date";
  placeholder?: string;
  /** More than one: a field for longer texts. */
  rows?: number;
  isUpperCase?: boolean;
  /** For a text of which the contract says a pattern and no length. */
  maxLength?: number;
  first?: string;
}

interface NumberSpec extends Common {
  kind: "number";
  /** Also parts of a whole number. */
  isDecimal?: boolean;
  first?: number;
}

interface ChoiceSpec extends Common {
  kind: "choice";
  options: Options;
  first: string;
}

/** All choices are seen, each with what it means. */
interface RadioSpec {
  kind: "radio";
  options: Options;
  hints?: Readonly<Record<string, ReactNode>>;
  first: string;
}

interface RecordSpec extends Common {
  kind: "record";
  /** `RecordField`. The form brings it, so that pages whose forms choose no record do not load it. */
  Field: typeof RecordField;
  source: RecordSource;
  /** Records that cannot be chosen. */
  without?: readonly string[];
  first?: string;
}

interface CheckSpec {
  kind: "check";
  first?: boolean;
}

/** The server never sends it back: an empty field keeps the stored one. */
interface SecretSpec<Values> {
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

type ControlSpec<Name, Text> = Labelled<Name, Text> &
  (TextSpec | NumberSpec | ChoiceSpec | RadioSpec | RecordSpec | CheckSpec);

type Name<Values> = keyof Values & string;

/** @template Text the names that have a text; of a list that several forms share, all of its names */
export type FieldSpec<Values, Text = string> =
  | ControlSpec<Name<Values>, Text>
  | (Labelled<Name<Values>, Text> & SecretSpec<Values>)
  | OwnSpec<Name<Values>, Values>;

/** Fields beside each other. */
export interface Row<Entry> {
  kind: "row";
  fields: readonly Entry[];
}

/** Fields that are seldom needed, behind a summary. */
export interface More<Entry> {
  kind: "more";
  label: string;
  fields: readonly Entry[];
}

/** Fields under one question, whose name is also for refusals. */
export interface Question<Entry, Text = string> {
  kind: "group";
  name: Text;
  hint?: ReactNode;
  fields: readonly Entry[];
}

/** Also a text between fields, and one that depends on the values. An entry that is false is left out. */
export type FieldEntry<Values, Text = string> =
  | FieldSpec<Values, Text>
  | Row<FieldEntry<Values, Text>>
  | More<FieldEntry<Values, Text>>
  | Question<FieldEntry<Values, Text>, Text>
  | ReactElement
  | ((values: Values) => ReactNode)
  | false;

export type AnySpec<Values> = Exclude<FieldEntry<Values>, ReactElement | ((values: Values) => ReactNode) | false>;

/** Of a list that several forms share; each of them must have the texts. */
export type SharedEntry<Name extends string> =
  | ControlSpec<Name, Name>
  | Row<SharedEntry<Name>>
  | More<SharedEntry<Name>>
  | false;

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
    const spec = entry as AnySpec<Values>;
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
