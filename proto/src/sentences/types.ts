/**
 * A sentence of a preview: English for agents, and the languages of the console for the people who decide. `{name}` stands for a text, `{#units}` for
 * a number. A translation may leave out a text that the page shows anyhow.
 */
export interface PreviewSentence {
  en: string;
  es: string;
  pt: string;
}

export type PreviewSentences = Readonly<Record<string, PreviewSentence>>;
