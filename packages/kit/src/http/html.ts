/** Text that is safe HTML. Other text becomes HTML only through the `html` template, which escapes it. */
export class Html {
  constructor(readonly text: string) {}
}

type TemplateValue = Html | string | number | false | undefined | readonly TemplateValue[];

/**
 * Builds HTML and escapes every value: html`<p>${answer}</p>`. Attribute values must be in double quotes. Values built by
 * `html`, and lists of them, are inserted unchanged; `false` and `undefined` insert nothing.
 */
export function html(literals: TemplateStringsArray, ...values: readonly TemplateValue[]): Html {
  const text = literals.reduce((before, literal, index) => before + renderValue(values[index - 1]) + literal);
  return new Html(text);
}

function renderValue(value: TemplateValue): string {
  if (value === undefined || value === false) return "";
  if (value instanceof Html) return value.text;
  if (typeof value === "object") return value.map(renderValue).join("");
  return escapeHtml(String(value));
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
  "`": "&#96;",
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"'`]/g, (character) => entities[character] ?? "");
}
