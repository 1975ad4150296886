import { type ErrorCode, errorTable, notFound, Refusal } from "@tenant-ops/kit/errors";
import { tools } from "@tenant-ops/proto";
import { describe, expect, test } from "vitest";
import { isToolFailure, writeFailureText } from "./tool-results.js";

const codes = Object.keys(errorTable) as ErrorCode[];
const areas = [...new Set(tools.map(({ area }) => area))].join("|");
const namedTools = (text: string) => text.match(new RegExp(`\\b(?:${areas})_[a-z_]+\\b`, "g")) ?? [];

describe.each(codes)("the remedy of %s", (code) => {
  const { remedy } = errorTable[code];

  test("names only tools that exist, and says which are of a toolset", () => {
    const named = namedTools(remedy).map((name) => tools.find((tool) => tool.name === name) ?? name);
    expect(named.filter((tool) => typeof tool === "string")).toEqual([]);
    const toolsets = named.flatMap((tool) => (typeof tool === "object" && tool.toolset ? [tool.toolset] : []));
    expect(toolsets.filter((toolset) => !remedy.includes(`toolset ${toolset}`))).toEqual([]);
  });

  test("says that no tool does it where it names a REST request of tenants", () => {
    const namesRest = /\/v1\/(?!admin|console)/.test(remedy);
    expect(/no tool does this: .*; REST: [A-Z]+ \/v1\//i.test(remedy)).toBe(namesRest);
  });

  test("is written without markup of a regular expression", () => {
    expect(remedy).not.toMatch(/\\d|\[a-z\]|\(\?/);
  });
});

describe("the text of a failure", () => {
  const write = (refusal: Refusal) => writeFailureText(refusal, "req_1", true);
  const create = (code: ErrorCode, detail: string) => new Refusal(code, detail, undefined, undefined, []);
  const listSentences = (text: string) => text.split(/(?<=[.!?]) /);

  test.each(codes.filter((code) => isToolFailure(create(code, "x"))))("%s says no sentence twice", (code) => {
    const { meaning, remedy } = errorTable[code];
    const sentences = listSentences(write(create(code, meaning)));
    expect(new Set(sentences).size).toBe(sentences.length);
    // The remedy occurs once, or not at all when the detail of this code contains it.
    expect(write(create(code, meaning)).split(remedy).length).toBeLessThanOrEqual(2);
  });

  test("a detail that says what to do is not followed by the general remedy", () => {
    expect(write(new Refusal("invalid_argument", "limit: must be at most 500."))).toBe(
      "limit: must be at most 500. Sending the same call again does not help. Request id: req_1.",
    );
    expect(write(new Refusal("unknown_tool", "No tool is called x; tools/list names all of them."))).toBe(
      "No tool is called x; tools/list names all of them. Sending the same call again does not help. Request id: req_1.",
    );
  });

  test("a list of ids that only REST has is named as such", () => {
    expect(write(notFound("prize", "p-1", { listWith: "GET /v1/public/prizes" }))).toContain(
      "No tool lists the valid ids; REST: GET /v1/public/prizes.",
    );
  });
});
