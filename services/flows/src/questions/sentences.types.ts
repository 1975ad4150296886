import type { FlowSentenceCode, FlowSentenceValue } from "@tenant-ops/rest/flow-sentences";

/** A sentence for a person: the text in English, and what another language needs. */
export interface Sentence {
  code: FlowSentenceCode;
  params: Record<string, FlowSentenceValue>;
  detail: string;
}
