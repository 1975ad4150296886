import { expect, test } from "vitest";
import { createExample, getHealth, healthKinds } from "./webhooks.rules.js";

const endpoint = { status: "enabled", stats: { failures: 0 } } as const;

test.each([
  ["unused", endpoint],
  ["healthy", { ...endpoint, stats: { failures: 0, lastSuccessAt: "2026-11-22T12:00:00Z" } }],
  ["failing", { ...endpoint, stats: { failures: 3, lastSuccessAt: "2026-11-22T12:00:00Z" } }],
  ["disabled", { ...endpoint, status: "disabled", disabledReason: "tenant" }],
  ["disabledFailing", { ...endpoint, status: "disabled", disabledReason: "failing" }],
  ["disabledGone", { ...endpoint, status: "disabled", disabledReason: "gone" }],
] as const)("the health of an endpoint is %s", (health, given) => {
  expect(getHealth(given)).toBe(health);
});

test("an endpoint that the business has disabled itself needs no attention", () => {
  expect([healthKinds.disabled, healthKinds.disabledFailing]).toEqual(["neutral", "bad"]);
});

test("the example of an event has the form of its schema", () => {
  const schema = {
    type: "object",
    properties: {
      id: { type: "string" },
      type: { const: "spin.completed" },
      timestamp: { type: "string" },
      data: {
        type: "object",
        properties: {
          result: { enum: ["won", "lost"] },
          units: { type: "integer" },
          names: { type: "array", items: { type: "string" } },
          prize: { anyOf: [{ type: "object", properties: { prizeId: { type: "string" } } }, { type: "null" }] },
        },
      },
    },
  };
  expect(createExample(schema)).toEqual({
    id: "…",
    type: "spin.completed",
    timestamp: "2026-11-22T12:00:00.000Z",
    data: { result: "won", units: 1, names: ["names"], prize: { prizeId: "…" } },
  });
});
