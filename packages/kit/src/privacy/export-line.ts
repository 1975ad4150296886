import type { Document } from "mongodb";

/** Hashes of keys, cookies, codes and links, encrypted secrets, and search indexes (words): useful only to an attacker. */
const internalName = /(hash|hashes|secret|secrets|accessToken)$|^words$/i;
/** The object with a visitor's answers. Its field names are the names that the business gave its questions. */
const answersName = "answers";

/** A line of an export, as JSON, without the fields of `internalName`. */
export function toExportLine(line: Document): string {
  const answers = new WeakSet<object>();
  function replace(this: object, name: string, value: unknown): unknown {
    const isAnswer = answers.has(this);
    if (internalName.test(name) && !isAnswer) return undefined;
    if ((isAnswer || name === answersName) && typeof value === "object" && value !== null) answers.add(value);
    return value;
  }
  return `${JSON.stringify(line, replace)}\n`;
}
