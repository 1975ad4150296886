export type Language = "es" | "en";

/** Countries whose businesses get their pages in Spanish. */
const spanishSpeaking = new Set("AR BO CL CO CR CU DO EC ES GQ GT HN MX NI PA PE PR PY SV UY VE".split(" "));

/** The language of the pages of a business in this country. */
export function getPageLanguage(country: string): Language {
  return spanishSpeaking.has(country) ? "es" : "en";
}
