import { flowSentences } from "@tenant-ops/rest/flow-sentences";
import { describe, expect, test } from "vitest";
import { createFormat } from "../../i18n/format.js";
import { en } from "./messages/en.js";
import { es } from "./messages/es.js";
import { pt } from "./messages/pt.js";
import { writeSentence } from "./sentences.rules.js";

const detail = "In English.";

describe.each([["en", en] as const, ["es", es] as const, ["pt", pt] as const])("in %s", (language, words) => {
  const format = createFormat(language, {});

  test.each(Object.entries<readonly string[]>(flowSentences))(
    "%s is a sentence that says its values",
    (code, names) => {
      const params = Object.fromEntries(
        names.map((name) => [name, ["kinds", "methods", "limits"].includes(name) ? ["A-kind"] : `A-${name}`]),
      );
      const text = writeSentence({ code, params, detail }, words, format);
      expect(text).not.toBe(detail);
      expect(text).not.toContain("undefined");
      expect(text).toMatch(/^[\p{Lu}“].+\.$/u);
      for (const value of Object.values(params).flat()) expect(text).toContain(value);
    },
  );

  test("values have names in the language, and numbers its separators", () => {
    const write = (code: string, params: object) =>
      writeSentence({ code, params: params as never, detail }, words, format);
    expect(write("target_missing", { type: "roulette" }).toLowerCase()).toContain(words.names.roulette.toLowerCase());
    const kinds = write("documents_missing_for_draw", { kinds: ["terms", "permit"] });
    for (const kind of ["terms", "permit"] as const) expect(kinds).toContain(words.names[kind]);
    expect(write("documents_linked", { count: 12_345 })).toContain(format.number(12_345));
  });

  test("a sentence of a newer server that the page does not know is shown in English", () => {
    expect(writeSentence({ code: "said_later", params: {}, detail }, words, format)).toBe(detail);
  });
});
