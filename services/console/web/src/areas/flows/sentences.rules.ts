import type { FlowSentenceCode, FlowSentenceParams } from "@tenant-ops/rest/flow-sentences";
import type { Format } from "../../i18n/format.js";

/** A text for every sentence of the server. The compiler finds a missing one. */
export type SentenceMessages = {
  [Code in FlowSentenceCode]: (values: Readonly<Record<keyof FlowSentenceParams<Code>, string>>) => string;
};

/** A sentence as the server sends it. */
export interface Sentence {
  code: string;
  params: Readonly<Record<string, string | number | readonly string[]>>;
  /** In English. */
  detail: string;
}

interface Words {
  sentences: SentenceMessages;
  /** Names for the values of parameters, such as a type of target. */
  names: Readonly<Record<string, string>>;
}

/** The sentence in the language of the page; in English when a newer server says something that this page does not know. */
export function writeSentence({ code, params, detail }: Sentence, { sentences, names }: Words, format: Format): string {
  const known: Readonly<Record<string, ((values: never) => string) | undefined>> = sentences;
  const write = known[code] as ((values: Record<string, string>) => string) | undefined;
  if (!write) return detail;
  const values = Object.entries(params).map(([key, value]) => {
    if (typeof value === "number") return [key, format.number(value)];
    if (typeof value !== "string") return [key, format.list(value.map((each) => names[each] ?? each))];
    // Other values were written by the business, such as the name of a question.
    return [key, ((key === "type" || key === "authType") && names[value]) || value];
  });
  const text = write(Object.fromEntries(values) as Record<string, string>);
  return text.charAt(0).toUpperCase() + text.slice(1);
}
