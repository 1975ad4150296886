/** The languages of pages for people. */
export const languages = ["es", "en", "pt"] as const;
export type Language = (typeof languages)[number];

const countriesByLanguage: readonly [Language, ReadonlySet<string>][] = [
  ["es", new Set("AR BO CL CO CR CU DO EC ES GQ GT HN MX NI PA PE PR PY SV UY VE".split(" "))],
  ["pt", new Set("AO BR CV GW MZ PT ST TL".split(" "))],
];

/** The language of the pages of a business in this country: English where neither Spanish nor Portuguese is official. */
export function getCountryLanguage(country: string): Language {
  return countriesByLanguage.find(([, countries]) => countries.has(country))?.[0] ?? "en";
}

/**
 * The language that a visitor prefers, for pages without a business.
 * @param acceptLanguage the header `Accept-Language`, such as `pt-BR,pt;q=0.9,en;q=0.8`
 */
export function chooseLanguage(acceptLanguage: string | undefined): Language {
  // A longer header is not from a browser; its beginning decides.
  const preferences = (acceptLanguage ?? "").slice(0, 500).split(",").map(parsePreference);
  const known = preferences.flatMap(({ tag, quality }) => {
    const language = languages.find((one) => one === tag);
    return language && quality > 0 ? [{ language, quality }] : [];
  });
  // The sort is stable: of equal preferences the first one counts.
  return known.toSorted((one, other) => other.quality - one.quality)[0]?.language ?? "en";
}

function parsePreference(part: string): { tag: string; quality: number } {
  const [tag = "", ...parameters] = part.split(";").map((text) => text.trim().toLowerCase());
  const given = parameters.find((parameter) => parameter.startsWith("q="));
  const quality = given === undefined ? 1 : Number(given.slice(2));
  return { tag: tag.split("-")[0] ?? "", quality: Number.isNaN(quality) ? 0 : quality };
}
