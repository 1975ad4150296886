import { expect, test } from "vitest";
import * as z from "zod";
import { listLimits, renderWebLimits } from "./web-limits.mjs";

const limitsOf = (schema) => listLimits(z.toJSONSchema(schema, { io: "input" }), {});

test("a form gets the length of a text and the range of a number, also of those that may be null or have a default", () => {
  const schema = z.strictObject({
    name: z.string().min(1).max(200),
    note: z.string().max(500).nullable().default(null),
    score: z.number().min(0).max(100).optional(),
    free: z.string(),
    isActive: z.boolean(),
  });
  expect(limitsOf(schema)).toEqual({ name: { maxLength: 200 }, note: { maxLength: 500 }, score: { min: 0, max: 100 } });
});

test("the width of a number is no limit of its field", () => {
  const schema = z.strictObject({ units: z.int32().min(1), change: z.int32() });
  expect(limitsOf(schema)).toEqual({ units: { min: 1 } });
});

test("the fields of an object, and of the objects of a list, stand under its name", () => {
  const schema = z.strictObject({
    geo: z.strictObject({ latitude: z.number().min(-90).max(90) }).optional(),
    gifts: z.array(z.strictObject({ value: z.string().max(20) })),
  });
  expect(limitsOf(schema)).toEqual({ geo: { latitude: { min: -90, max: 90 } }, gifts: { value: { maxLength: 20 } } });
});

test("a service has a file with one export per write that limits something", () => {
  const write = { method: "POST", service: "supply", body: z.strictObject({ name: z.string().max(9) }) };
  const routes = [
    { ...write, id: "createThing" },
    { ...write, id: "openThing", body: z.strictObject({ isOpen: z.boolean() }) },
    { method: "GET", service: "supply", id: "getThing" },
  ];
  const files = renderWebLimits({ routes, personRoutes: [{ ...write, id: "renameMe" }] });
  expect(Object.keys(files)).toEqual([
    "services/console/web/src/api/limits/supply.ts",
    "services/console/web/src/api/limits/console.ts",
  ]);
  const [supply = ""] = Object.values(files);
  expect(supply.split("\n").slice(2)).toEqual(["export const createThing = { name: { maxLength: 9 } };", ""]);
});
