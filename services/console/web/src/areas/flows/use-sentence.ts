import { useFormat } from "../../i18n/locale.js";
import { useMessages } from "../../i18n/messages.js";
import { type Sentence, writeSentence } from "./sentences.rules.js";

/** Writes a sentence of the server about a flow in the language of the page. */
export function useSentence(): (sentence: Sentence) => string {
  const { sentences, names } = useMessages("flows");
  const format = useFormat();
  return (sentence) => writeSentence(sentence, { sentences, names }, format);
}
