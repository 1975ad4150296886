import type { JsonObject } from "@bufbuild/protobuf";
import { type CatalogTool, tools } from "@tenant-ops/proto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseArguments } from "./arguments.js";
import { findTool } from "./catalog.js";

const read = (name: string, args: unknown) => {
  const tool = findTool(name);
  if (!tool) throw new Error(`${name} is not in the catalogue`);
  return parseArguments(tool, args);
};

const gift = { value: "Nada", message: "Otra vez", probability: 1, typeOfGift: { _id: "x", name: "Perder" } };
const roulette = (given: JsonObject = {}): JsonObject => ({
  name: "Navidad",
  gifts: [gift],
  time_to_win: 1,
  time_to_lose: 1,
  text_to_win: "Sí",
  text_to_lose: "No",
  terms_and_conditions: "…",
  roulette_type_id: 1,
  roulette_type_name: "standard",
  ...given,
});

describe("a wrong field inside an object is named as in the published schema", () => {
  test.each<[JsonObject, RegExp]>([
    [{ gifts: [{ ...gift, winInterval: -1 }] }, /gifts\[0\]\.winInterval: must be greater/],
    [{ gifts: [{ ...gift, typeOfGift: { _id: "", name: "Perder" } }] }, /gifts\[0\]\.typeOfGift\._id: must be/],
    [{ gifts: [gift, { value: null }] }, /gifts\[1\]\.value: is required \(text.*gifts\[1\]\.typeOfGift: is required/],
    [
      { gifts: [{ ...gift, type_of_gift: gift.typeOfGift }] },
      /gifts\[0\]\.type_of_gift: is not known here; known are value/,
    ],
    [{ gifts: [null, 5] }, /gifts\[0\]: expected an object, got null; gifts\[1\]: expected an object, got 5/],
    [{ gifts: "[]" }, /gifts: expected a list, got the text "\[\]"/],
    [{ gifts: [] }, /gifts: /],
    [{ time_unit: "weeks" }, /time_unit: must be in list \[hours, days\]/],
  ])("%j", (change, sentence) => {
    expect(() => read("roulettes_propose_roulette", roulette(change))).toThrow(sentence);
  });
});

test("null for an optional field inside an object means absent", () => {
  const withNulls = roulette({ gifts: [{ ...gift, emoji: null, quantity: null }], max_wins: null });
  const { message } = read("roulettes_propose_roulette", withNulls);
  expect(JSON.stringify(message)).toBe(JSON.stringify(read("roulettes_propose_roulette", roulette()).message));
});

function findError(run: () => void): Error | undefined {
  try {
    run();
    return undefined;
  } catch (error) {
    if (error instanceof Error) return error;
    throw error;
  }
}

describe.each(tools)("$name", (tool: CatalogTool) => {
  test("refuses everything outside its schema with a sentence about it, and never fails otherwise", () => {
    const names = fc.constantFrom(...Object.keys(tool.inputSchema.properties), "unknown_argument");
    const anything = fc.dictionary(names, fc.jsonValue(), { maxKeys: 12 });
    fc.assert(
      fc.property(anything, (args) => {
        const error = findError(() => parseArguments(tool, JSON.parse(JSON.stringify(args))));
        if (Object.hasOwn(args, "unknown_argument")) expect(error).toBeDefined();
        if (error === undefined) return;
        expect(error).toMatchObject({ code: "invalid_argument", detail: expect.stringMatching(/^\S+: /) });
        expect(String(error)).not.toMatch(/tenantops|protobuf|cannot decode|undefined/);
      }),
      { numRuns: 60 },
    );
  });

  const scalars = Object.entries(tool.inputSchema.properties).filter(
    ([, { type }]) => !["object", "array"].includes(type),
  );

  test.skipIf(scalars.length === 0)("refuses an operator object in place of text or a number", () => {
    for (const [name] of scalars) {
      expect(() => parseArguments(tool, { [name]: { $gt: "" } })).toThrow(`${name}: expected `);
    }
  });
});
