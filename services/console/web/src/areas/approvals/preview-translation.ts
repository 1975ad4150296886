import { fillTemplate, readSentence } from "@tenant-ops/kit/texts";
import { sharedSentences } from "@tenant-ops/proto/sentences/shared";
import type { PreviewSentences } from "@tenant-ops/proto/sentences/types";
import { loadFile } from "../../api/load-file.js";
import type { Format } from "../../i18n/format.js";
import type { Language } from "../../i18n/language.js";
import { loadMessages } from "../../i18n/messages.js";
import { writeSentence } from "../flows/sentences.rules.js";

/** The sentence in the language of the page; undefined for one that the page does not know. */
export type Translate = (sentence: string, format: Format) => string | undefined;

/** The sentences of each area. A file is loaded with the first preview of its area. */
const tables: Readonly<Record<string, () => Promise<PreviewSentences>>> = {
  supply: async () => (await import("@tenant-ops/proto/sentences/supply")).supplySentences,
  roulettes: async () => (await import("@tenant-ops/proto/sentences/roulettes")).roulettesSentences,
  learning: async () => (await import("@tenant-ops/proto/sentences/learning")).learningSentences,
  flows: async () => (await import("@tenant-ops/proto/sentences/flows")).flowsSentences,
};

const loading = new Map<string, Promise<Translate>>();

/** For the previews of this tool. A file that could not be loaded is tried again the next time. */
export function loadTranslation(tool: string, language: Language): Promise<Translate> {
  const [area = ""] = tool.split("_");
  const key = `${area}/${language}`;
  const known = loading.get(key);
  if (known) return known;
  const started = loadFile(() => load(area, language));
  loading.set(key, started);
  started.catch(() => loading.delete(key));
  return started;
}

async function load(area: string, language: Language): Promise<Translate> {
  // It is what agents read.
  if (language === "en") return (sentence) => sentence;
  const ofFlows = area === "flows" ? await loadFlowSentences(language) : () => undefined;
  const translate = createTranslate({ ...sharedSentences, ...(await tables[area]?.()) }, language);
  return (sentence, format) => translate(sentence, format) ?? ofFlows(sentence, format);
}

/** What the pages of flows show too. */
async function loadFlowSentences(language: Language): Promise<Translate> {
  const { readEnglish } = await import("@tenant-ops/rest/flow-sentences-english");
  const words = await loadMessages("flows", language);
  return (detail, format) => {
    const found = readEnglish(detail);
    return found && writeSentence({ ...found, detail }, words, format);
  };
}

function createTranslate(table: PreviewSentences, language: Language): Translate {
  const english = Object.fromEntries(Object.entries(table).map(([code, { en }]) => [code, en]));
  return (sentence, format) => {
    const found = readSentence(english, sentence);
    const template = found && table[found.code]?.[language];
    if (!template) return undefined;
    const values = Object.entries(found.values).map(([name, value]) => [name, toText(name, value, format)]);
    return fillTemplate(template, Object.fromEntries(values) as Record<string, string>);
  };
}

function toText(name: string, value: string | number, format: Format): string {
  // A place in a list: services count from 0.
  if (typeof value === "number") return format.number(name === "index" ? value + 1 : value);
  return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) ? format.dateTime(value) : value;
}
