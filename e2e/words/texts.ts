/// <reference types="vite/client" />
// All texts that people read, of the console, the pages of visitors and the pages for signing in.
import { languages } from "@tenant-ops/kit/pages";

export type Language = (typeof languages)[number];

export interface FoundText {
  /** The file and the names that lead to the text: `supply/messages/es.ts: stock.title`. */
  where: string;
  text: string;
}

const consoleFiles = import.meta.glob<Record<string, unknown>>("../../services/console/web/src/**/messages/*.ts", {
  eager: true,
});
const pageFiles = import.meta.glob<Record<string, unknown>>(
  ["../../services/*/src/**/*.texts.ts", "../../packages/kit/src/pages/texts.ts"],
  { eager: true },
);
/** Of previews, without the English texts, which are for agents. */
const sentenceFiles = import.meta.glob<Record<string, Record<string, Record<Language, string>>>>(
  ["../../proto/src/sentences/*.ts", "!**/*types.ts"],
  { eager: true },
);

/** The texts of a language. Of a text with numbers or names, `fill` calls the function; by default its source is read. */
export function collectTexts(language: Language, fill?: (write: Writer) => string): FoundText[] {
  const ofConsole = Object.entries(consoleFiles).flatMap(([file, content]) =>
    collect(content[language], [`${shortenPath(file)}:`], fill),
  );
  const ofPages = Object.entries(pageFiles).flatMap(([file, content]) =>
    Object.entries(content).flatMap(([name, value]) =>
      isByLanguage(value) ? collect(value[language], [`${shortenPath(file)}:`, name], fill) : [],
    ),
  );
  const ofPreviews = Object.entries(sentenceFiles).flatMap(([file, content]) =>
    Object.values(content).flatMap((table) =>
      Object.entries(table).flatMap(([code, { [language]: text }]) => {
        const filled = text.replaceAll(/\{\w+\}/g, "{}").replaceAll(/\{#\w+\}/g, fill ? "1" : "{}");
        return language === "en" ? [] : [{ where: `${shortenPath(file)}: ${code}`, text: filled }];
      }),
    ),
  );
  return [...ofConsole, ...ofPages, ...ofPreviews];
}

export type Writer = (...input: never[]) => string;

function collect(value: unknown, names: string[], fill?: (write: Writer) => string): FoundText[] {
  if (typeof value === "string") return [{ where: names.join(" "), text: value }];
  if (typeof value === "function") {
    const texts = fill ? [fill(value as Writer)] : readLiterals(String(value));
    return texts.map((text) => ({ where: names.join(" "), text }));
  }
  if (value instanceof Map) return collect(Object.fromEntries(value), names, fill);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => collect(inner, [...names, name], fill));
}

/** The texts in the source of a function; `{}` in place of what it fills in. */
function readLiterals(source: string): string[] {
  const literals = source.match(/"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`/g) ?? [];
  return literals.map((literal) => literal.slice(1, -1).replaceAll(/\$\{[^}]*\}/g, "{}"));
}

const isByLanguage = (value: unknown): value is Record<Language, unknown> =>
  typeof value === "object" && value !== null && languages.every((language) => language in value);

const shortenPath = (path: string): string => path.split("/").slice(-4).join("/");
