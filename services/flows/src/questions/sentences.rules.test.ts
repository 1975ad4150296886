import { type FlowSentenceCode, flowSentences } from "@tenant-ops/rest/flow-sentences";
import { expect, test } from "vitest";
import { say } from "./sentences.rules.js";

const codes = Object.entries(flowSentences) as [FlowSentenceCode, readonly string[]][];

test.each(codes)("%s is one sentence that says its values", (code, names) => {
  const params = Object.fromEntries(
    names.map((name) => [name, ["kinds", "methods", "limits"].includes(name) ? ["a-kind"] : `a-${name}`]),
  );
  // The type of the values depends on the code, which is not known here.
  const { detail, ...sentence } = (say as (code: string, params: object) => ReturnType<typeof say>)(code, params);
  expect(sentence).toEqual({ code, params });
  expect(detail).toMatch(/^[A-Z"].+\.$/);
  expect(detail).not.toContain("undefined");
  for (const value of Object.values(params).flat()) expect(detail).toContain(value);
});
