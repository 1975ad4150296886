import type { TemplateSentence } from "@tenant-ops/kit/texts";
import { writeEnglish } from "@tenant-ops/rest/flow-sentences-english";
import type { FlowSentenceCode, FlowSentenceParams, FlowSentenceValues } from "@tenant-ops/rest/flow-sentences";

/** A sentence for a person: the text in English, and what another language needs. */
export interface Sentence {
  code: FlowSentenceCode;
  params: FlowSentenceValues;
  detail: TemplateSentence;
}

/** Writes the sentence with this code. Its parameters are part of the contract (`flowSentences`). */
export function say<Code extends FlowSentenceCode>(
  code: Code,
  ...[params]: keyof FlowSentenceParams<Code> extends never ? [] : [FlowSentenceParams<Code>]
): Sentence {
  const values: FlowSentenceValues = { ...params };
  return { code, params: values, detail: writeEnglish(code, values) };
}

/** The English texts alone, as tools show them. */
export const toTexts = (sentences: readonly Sentence[]): TemplateSentence[] => sentences.map(({ detail }) => detail);
