// A part of a page takes its texts as `words`. `words.fields` are the names of its fields, columns, filters and facts: each of them takes the text
// of its own name.

/** The names that have a text. */
export type TextName<Texts> = { [Name in keyof Texts]: Texts[Name] extends string ? Name : never }[keyof Texts] &
  string;

/** Something with a name of the request. Without a text of this name, it must have a label of its own. */
export type Named<Name, Text> = { name: Name & Text; label?: string } | { name: Name; label: string };

export function readText(texts: object, name: string): string | undefined {
  const text = (texts as Readonly<Record<string, unknown>>)[name];
  return typeof text === "string" ? text : undefined;
}

/** Values with their names, in the order of the choice. */
export type Options<Value extends string = string> =
  | readonly (readonly [Value, string])[]
  | Readonly<Record<Value, string>>;

export const listOptions = <Value extends string>(options: Options<Value>): readonly (readonly [Value, string])[] =>
  Array.isArray(options) ? options : (Object.entries(options) as [Value, string][]);
