import { keyScopes } from "@tenant-ops/rest/access";
import { expect, test } from "vitest";
import { splitList } from "../../components/forms/split-list.js";
import {
  type KeyAccess,
  type KeyArea,
  getKeyState,
  keyAreas,
  listAccesses,
  summarizeScopes,
  toScopes,
} from "./keys.rules.js";

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

const none: Record<KeyArea, KeyAccess> = {
  ...{ supply: "none", roulettes: "none", learning: "none", flows: "none", webhooks: "none" },
  ...{ analytics: "none", visitors: "none", settings: "none" },
};

test("the right to change an area includes the right to read it", () => {
  const rights = { ...none, supply: "write", roulettes: "read", analytics: "read", settings: "write" } as const;
  expect(toScopes(rights)).toEqual([
    "supply:read",
    "supply:write",
    "roulettes:read",
    "analytics:read",
    "settings:write",
  ]);
});

test("the choices of the form are the scopes that a key can have", () => {
  const chosen = keyAreas.flatMap((area) =>
    listAccesses(area).flatMap((access) => toScopes({ ...none, [area]: access })),
  );
  expect([...new Set(chosen)].toSorted()).toEqual(keyScopes.toSorted());
});

test("the rights of a key are shown in as few words as they allow", () => {
  expect(summarizeScopes(["*"])).toEqual({ kind: "everything" });
  expect(summarizeScopes(keyScopes.filter((scope) => scope.endsWith(":read")))).toEqual({ kind: "readOnly" });
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
