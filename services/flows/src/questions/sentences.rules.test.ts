import { type FlowSentenceCode, flowSentences } from "@tenant-ops/rest/flow-sentences";
import { readEnglish } from "@tenant-ops/rest/flow-sentences-english";
import { describe, expect, test } from "vitest";
import { say } from "./sentences.rules.js";

const codes = Object.entries(flowSentences) as [FlowSentenceCode, readonly string[]][];

const numbers = ["count", "required", "place"];
const lists = ["kinds", "methods", "limits"];

describe.each(codes)("%s", (code, names) => {
  const withValues = (give: (name: string) => unknown) => {
    const params = Object.fromEntries(names.map((name) => [name, give(name)]));
    // The type of the values depends on the code, which is not known here.
    return { params, said: (say as (code: string, params: object) => ReturnType<typeof say>)(code, params) };
  };

  test("is one sentence that says its values", () => {
    const { params, said } = withValues((name) => {
      if (numbers.includes(name)) return 7;
      return lists.includes(name) ? ["a-kind", "another"] : `a-${name}`;
    });
    const { detail, ...sentence } = said;
    expect(sentence).toEqual({ code, params });
    expect(detail).toMatch(/^[A-Z"].+\.$/);
    expect(detail).not.toMatch(/undefined|[{}]/);
    for (const value of Object.values(params).flat()) expect(detail).toContain(String(value));
  });

  test.each(["roulette", "course", "url"])("is read in its English text, also of a %s", (type) => {
    const values: Readonly<Record<string, unknown>> = {
      ...{ type, question: "size", authType: "both", failure: "timeout" },
      ...{ kinds: ["terms", "permit"], methods: ["whatsapp"], limits: ["bytes", "codes_of_strangers"] },
    };
    const { params, said } = withValues((name) => values[name] ?? 7);
    expect(readEnglish(said.detail)).toEqual({ code, params });
  });
});
