/** A sentence that was made from a template, so that a reader of another language can get it in theirs (`readSentence`). */
export type TemplateSentence = string & { readonly [said]: true };
declare const said: unique symbol;

type Placeholder<Template extends string> = Template extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholder<Rest>
  : never;

/** The values of a template: `{#units}` is a number, `{name}` a text. */
export type SentenceValues<Template extends string> = {
  readonly [Name in Placeholder<Template> as Name extends `#${infer Plain}` ? Plain : Name]: Name extends `#${string}`
    ? number | SignedNumber
    : string;
};

/** A difference with its sign. */
export type SignedNumber = `${"+" | "-"}${number}`;

const placeholders = /\{(#?)(\w+)\}/g;

/** Writes a sentence in English. */
export function say<Template extends string>(
  { en }: { readonly en: Template },
  ...[values]: Placeholder<Template> extends never ? [] : [SentenceValues<Template>]
): TemplateSentence {
  return fillTemplate(en, values ?? {}) as TemplateSentence;
}

type Values = Readonly<Record<string, string | number>>;

/** @param values a placeholder without a value stays as it is */
export const fillTemplate = (template: string, values: Values): string =>
  template.replaceAll(placeholders, (place, _, name: string) => String(values[name] ?? place));

/**
 * Finds the template of a sentence and the values in it. When several fit, the one with the most own text is it. A text inside a sentence, such as a
 * name, can make that the values can be told apart in more than one way: then nothing is found.
 */
export function readSentence<Code extends string>(
  templates: Readonly<Record<Code, string>>,
  sentence: string,
): { code: Code; values: Record<string, string | number> } | undefined {
  const codes = Object.keys(templates) as Code[];
  const lengthOf = (code: Code) => templates[code].replaceAll(placeholders, "").length;
  const fitting = codes.filter((code) => toPattern(templates[code], "*").test(sentence));
  const [code] = fitting.toSorted((one, other) => lengthOf(other) - lengthOf(one));
  if (code === undefined) return undefined;
  // The first of all ways to tell the values apart and the last one: when both are the same, there is no other.
  const [short, long] = (["*?", "*"] as const).map((repeat) => toPattern(templates[code], repeat).exec(sentence));
  if (!short || !long || short.some((value, index) => value !== long[index])) return undefined;
  const names = [...templates[code].matchAll(placeholders)];
  const values = names.map(([, sign, name = ""], index) => {
    const value = short[index + 1] ?? "";
    return [name, sign === "#" && /^-?\d/.test(value) ? Number(value) : value];
  });
  return { code, values: Object.fromEntries(values) as Record<string, string | number> };
}

function toPattern(template: string, repeat: "*" | "*?"): RegExp {
  // Every third part is the name of a placeholder, and the one before it its sign.
  const parts = template.split(placeholders).flatMap((part, index) => {
    if (index % 3 === 0) return part.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");
    if (index % 3 === 1) return part === "#" ? "([+-]?\\d+(?:\\.\\d+)?)" : `(.${repeat})`;
    return [];
  });
  return new RegExp(`^${parts.join("")}$`, "s");
}
