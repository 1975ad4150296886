import { useFormat } from "../../i18n/use-format.js";
import { useFlowMessages } from "./messages/index.js";
import { type Sentence, writeSentence } from "./sentences.rules.js";

/** Writes a sentence of the server about a flow in the language of the page. */
export function useSentence(): (sentence: Sentence) => string {
  const { sentences, names } = useFlowMessages();
  const format = useFormat();
  return (sentence) => writeSentence(sentence, { sentences, names }, format);
}
