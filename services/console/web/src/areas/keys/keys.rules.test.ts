import { expect, test } from "vitest";
import { splitList } from "../../components/forms/split-list.js";
import { getKeyState, summarizeScopes, toScopes } from "./keys.rules.js";

const now = Date.parse("2026-11-22T12:00:00Z");

test.each([
  ["active", { revokedAt: null, expiresAt: null }],
  ["active", { revokedAt: null, expiresAt: "2026-12-22T12:00:00Z" }],
  ["expiring", { revokedAt: null, expiresAt: "2026-11-29T12:00:00Z" }],
  ["expired", { revokedAt: null, expiresAt: "2026-11-22T12:00:00Z" }],
  ["revoked", { revokedAt: "2026-11-21T12:00:00Z", expiresAt: "2026-11-20T12:00:00Z" }],
] as const)("a key is shown as %s when it is so", (state, key) => {
  expect(getKeyState(key, now)).toBe(state);
});

test("the right to change an area includes the right to read it", () => {
  const none = { learning: "none", flows: "none", webhooks: "none", visitors: "none" } as const;
  const rights = { supply: "write", roulettes: "read", ...none, settings: "write" } as const;
  expect(toScopes(rights)).toEqual(["supply:read", "supply:write", "roulettes:read", "settings:write"]);
});

test("the rights of a key are shown in as few words as they allow", () => {
  expect(summarizeScopes(["*"])).toEqual({ kind: "everything" });
  const areas = ["supply", "roulettes", "learning", "flows", "webhooks", "visitors"];
  expect(summarizeScopes(areas.map((area) => `${area}:read`))).toEqual({ kind: "readOnly" });
  expect(summarizeScopes(["supply:read", "supply:write", "flows:read"])).toEqual({
    kind: "areas",
    areas: [
      { area: "supply", access: "write" },
      { area: "flows", access: "read" },
    ],
  });
});

test("addresses can be written in lines or with commas", () => {
  expect(splitList(" 203.0.113.0/24\n2001:db8::1, 198.51.100.7 \n")).toEqual([
    "203.0.113.0/24",
    "2001:db8::1",
    "198.51.100.7",
  ]);
  expect(splitList(" \n")).toEqual([]);
});
