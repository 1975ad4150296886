import type { JsonObject } from "@bufbuild/protobuf";
import { Refusal } from "@tenant-ops/kit/errors";
import { type CatalogTool, tools } from "@tenant-ops/proto";
import { propertyRuns } from "@tenant-ops/kit/testing";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hostArgumentNames } from "./argument-problems.js";
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
    [
      { gifts: [{ ...gift, typeOfGift: { _id: "", name: "Perder" } }] },
      /gifts\[0\]\.typeOfGift\._id: must not be empty/,
    ],
    [{ gifts: [gift, { value: null }] }, /gifts\[1\]\.value: is required \(text.*gifts\[1\]\.typeOfGift: is required/],
    [
      { gifts: [{ ...gift, type_of_gift: gift.typeOfGift }] },
      /gifts\[0\]\.type_of_gift: is not known here; known are value/,
    ],
    [{ gifts: [null, 5] }, /gifts\[0\]: expected an object, got null; gifts\[1\]: expected an object, got 5/],
    [{ gifts: "[]" }, /gifts: expected a list, got the text "\[\]"/],
    [{ gifts: [] }, /gifts: /],
    [{ time_unit: "weeks" }, /time_unit: must be one of hours, days/],
  ])("%j", (change, sentence) => {
    expect(() => read("roulettes_propose_roulette", roulette(change))).toThrow(sentence);
  });
});

describe("a hostile input", () => {
  const readDetail = (name: string, args: unknown): string => {
    const error = findError(() => read(name, args));
    expect(error).toMatchObject({ code: "invalid_argument" });
    return String(error instanceof Refusal && error.detail);
  };
  /** A list that fails the test when an entry is read. */
  const untouchable = (length: number): unknown[] =>
    new Proxy(Array.from({ length }), {
      get(target, name) {
        if (typeof name === "string" && /^\d+$/.test(name)) throw new Error(`entry ${name} was looked at`);
        return Reflect.get(target, name);
      },
    });

  test("with too long a list is refused by its length, before an entry is read", () => {
    expect(readDetail("roulettes_propose_roulette", { ...roulette(), gifts: untouchable(80_000) })).toBe(
      "gifts: must have at most 100 entries, not 80000.",
    );
  });

  test("with too long a text is refused by its length, counted in characters", () => {
    const tooLong = (name: string) => readDetail("roulettes_propose_roulette", roulette({ name }));
    expect(tooLong("x".repeat(250_000))).toBe("name: must be at most 200 characters, not 250000.");
    expect(tooLong("🎁".repeat(201))).toBe("name: must be at most 200 characters, not 201.");
    expect(() => read("roulettes_propose_roulette", roulette({ name: "🎁".repeat(200) }))).not.toThrow();
    // The contract gives no limit for an id or a date.
    expect(readDetail("roulettes_get_roulette", { roulette_id: "x".repeat(200_000) })).toMatch(
      /at most 1000 characters/,
    );
    expect(readDetail("supply_get_withdrawal_history", { date_from: "9".repeat(200_000) })).toMatch(/at most 1000/);
  });

  test("with 50,000 unknown names has them counted, not listed", () => {
    const unknown = Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`n${index}`, 1]));
    const detail = readDetail("supply_list_stocks", unknown);
    expect(detail).toMatch(/^n0: is not known here; .*n4: is not known here; so are 49995 more names; known are limit/);
    expect(detail.length).toBeLessThan(400);
  });

  test("with many small problems is answered with the first 20, in a few hundred words", () => {
    const gifts = Array.from({ length: 100 }, () => ({ ...gift, value: 5, [`x${"y".repeat(500)}`]: 1 }));
    const detail = readDetail("roulettes_propose_roulette", roulette({ gifts }));
    expect(detail).toMatch(/; there are more, only 20 are named here\.$|…$/);
    expect(Buffer.byteLength(detail)).toBeLessThanOrEqual(4096);
  });

  test("with a number that no double can hold is refused in words", () => {
    const args: unknown = JSON.parse(`{"limit": 1${"0".repeat(5000)}}`);
    expect(readDetail("supply_list_stocks", args)).toBe(
      "limit: expected a whole number, got a number that is too large.",
    );
  });
});

test("wrong types, unknown names and violated constraints are all reported at once", () => {
  const args = roulette({
    gifts: [{ ...gift, winInterval: -1 }, 5, { ...gift, value: "" }],
    time_to_win: -1,
    name: 7,
    x: 1,
  });
  for (const part of [
    /\bx: is not known here/,
    /name: expected text, got 7/,
    /gifts\[1\]: expected an object, got 5/,
    /gifts\[0\]\.winInterval: must be greater/,
    /gifts\[2\]\.value: must not be empty/,
    /time_to_win: must be/,
  ])
    expect(() => read("roulettes_propose_roulette", args)).toThrow(part);
  // A field that already has a problem gets no second one.
  expect(() => read("roulettes_propose_roulette", args)).not.toThrow(/name: .*name: |gifts\[1\].*gifts\[1\]/);
});

test("names that hosts add to every call are ignored at the top level, and refused inside an object", () => {
  const added = { toolCallId: "call_1", task_progress: "- [ ] one" };
  const { message } = read("roulettes_propose_roulette", roulette(added));
  expect(JSON.stringify(message)).toBe(JSON.stringify(read("roulettes_propose_roulette", roulette()).message));
  const inside = roulette({ gifts: [{ ...gift, toolCallId: "call_1" }] });
  expect(() => read("roulettes_propose_roulette", inside)).toThrow(/gifts\[0\]\.toolCallId: is not known here/);
});

test.each(tools)("$name has no argument with a name that hosts add", ({ inputSchema }) => {
  for (const name of hostArgumentNames) expect(inputSchema.properties).not.toHaveProperty(name);
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
      { numRuns: propertyRuns(60) },
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
