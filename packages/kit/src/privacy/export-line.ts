import type { Document } from "mongodb";

/** Hashes of keys, cookies, codes and links, encrypted secrets, and what searches are made of: of use to others only. */
const internalName = /(hash|hashes|trigrams|secret|secrets|accessToken)$/i;
/** What a visitor wrote, by the names that the business gave its questions. */
const answersName = "answers";

/** A line of an export, as JSON. Fields that are of no use to the person or the business are left out. */
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
