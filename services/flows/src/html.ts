/** Text that is HTML already. Only `html` makes it, so nothing that somebody typed can be mistaken for it. */
export class Html {
  constructor(readonly text: string) {}
}

type Part = Html | string | number | false | undefined | readonly Part[];

/**
 * HTML in which every value is escaped: html`<p>${whatSomebodyTyped}</p>`. Attributes must stand in double quotes.
 * Values made by `html` and lists of them go in as they are; `false` and `undefined` leave nothing.
 */
export function html(literals: TemplateStringsArray, ...values: readonly Part[]): Html {
  const text = literals.reduce((before, literal, index) => before + rendered(values[index - 1]) + literal);
  return new Html(text);
}

function rendered(value: Part): string {
  if (value === undefined || value === false) return "";
  if (value instanceof Html) return value.text;
  if (typeof value === "object") return value.map(rendered).join("");
  return escaped(String(value));
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
  "`": "&#96;",
};

function escaped(text: string): string {
  return text.replace(/[&<>"'`]/g, (character) => entities[character] ?? "");
}
