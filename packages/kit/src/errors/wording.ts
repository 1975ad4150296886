/** A name in a sentence that each transport writes in its own way. Rules use those of the tools. */
export type Word =
  /** The path of a field: `gifts[2].item_id`. */
  | { field: string }
  /** A tool or the URI of a resource. */
  | { request: string }
  /** The tool that lists the valid ids, or the REST request where no tool does. It is a sentence. */
  | { listOf: string };

export type WriteWord = (word: Word) => string;

/** A text with such names. */
export type Wording = (write: WriteWord) => string;

export const fieldName = (path: string): Word => ({ field: path });
export const requestName = (name: string): Word => ({ request: name });
export const listOf = (name: string): Word => ({ listOf: name });

/** Tag of a template: wording`${fieldName("course_id")}: …` */
export function wording(texts: readonly string[], ...values: readonly (string | number | Word | Wording)[]): Wording {
  return (write) =>
    texts.reduce((text, next, index) => {
      const value = values[index - 1] ?? "";
      return `${text}${typeof value === "object" ? write(value) : typeof value === "function" ? value(write) : value}${next}`;
    });
}

/** As tools call everything. */
export const toToolWords: WriteWord = (word) => {
  if ("field" in word) return word.field;
  if ("request" in word) return word.request;
  return word.listOf.startsWith("GET ")
    ? `No tool lists the valid ids; REST: ${word.listOf}.`
    : `${word.listOf} lists the valid ids.`;
};
