import { expect, test } from "vitest";
import { collectTexts, type Language } from "./texts.js";

/** One word for one thing: what is refused, and what stands for it. */
const refused: Readonly<Record<Language, readonly (readonly [pattern: RegExp, word: string])[]>> = {
  es: [
    [/\bestudiantes?\b/i, "alumno"],
    [/\bempresas?\b(?! responsable)/i, "negocio"],
    [/\b(tu|su|una|la) función\b|^Función/i, "rol"],
    [/\b(Id|ids?)\b/, "ID"],
    [/\bflujos?\b(?! de mensajes)/i, "página de registro"],
    [/\blibros?\b/i, "movimientos"],
    [/\bemisor\b/i, "dirección del proveedor"],
    [/\bse van?\b(?! a)|\bse iría\b/i, "se elimina"],
    [/kebab/i, "minúsculas, números y guiones"],
  ],
  en: [
    [/\bstudents?\b/i, "learner"],
    [/(?<![._])\bflows?\b(?![._])/i, "registration page"],
    [/\b(Id|ids?)\b/, "ID"],
    [/\bstands? in\b/i, "replacement"],
    [/^at once$/i, "immediately"],
    [/\bwhat goes\b|\bwould go now\b/i, "is deleted"],
    [/^supply$/i, "inventory"],
    [/\bsent again\b/i, "resent"],
    [/\bfurther settings\b/i, "more settings"],
    [/\bissuer\b/i, "address of the provider"],
    [/kebab/i, "lower-case letters, digits and hyphens"],
  ],
  pt: [
    [/\bestudantes?\b/i, "aluno"],
    [/\bfluxos?\b(?! de mensagens)/i, "página de cadastro"],
    [/\bse registr(?:ar|am|a|ou|aram)\b|\bpáginas? de registro\b/i, "se cadastrar, página de cadastro"],
    [/\b(sua|a|da) função\b|^Função/i, "papel"],
    [/\b(Id|ids?)\b/, "ID"],
    [/\blivros?\b/i, "movimentações"],
    [/\bemissor\b/i, "endereço do provedor"],
    [/\bempresas?\b(?! responsável)/i, "negócio"],
    [/kebab/i, "minúsculas, números e hífens"],
  ],
};

/** Words of tools stand only in texts that say whom they are for. */
const ofTools = /\b(utm\w*|NDJSON|POST|issuer|hash(es)?|SHA-\d+|\w+\.json)\b|\b(vis|reg|key|per)_/i;
const forTools = /avanzado|avançado|advanced|para desarrolladores|para desenvolvedores|for developers/i;

test.each(["es", "en", "pt"] as const)("in %s one word stands for one thing", (language) => {
  const found = collectTexts(language).flatMap(({ where, text }) =>
    refused[language].flatMap(([pattern, word]) => (pattern.test(text) ? [`${where}: ${text} → ${word}`] : [])),
  );
  expect(found).toEqual([]);
});

test.each(["es", "en", "pt"] as const)(
  "in %s the words of tools stand under advanced or for developers",
  (language) => {
    const texts = collectTexts(language).filter(({ where }) => !/webhooks|oauth/.test(where));
    expect(texts.filter(({ text }) => ofTools.test(text) && !forTools.test(text))).toEqual([]);
  },
);
