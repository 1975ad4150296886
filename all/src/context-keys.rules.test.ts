import { createContextKeys } from "@tenant-ops/kit/testing";
import { expect, test } from "vitest";
import { derivePublicKeys, listIssuers } from "./context-keys.js";
import { groups } from "./parts.js";

test("each part trusts the issuers that the contract names for it, and no other part of the process", () => {
  const issuers = groups.flat().map((part) => [part.name, listIssuers(part).toSorted()]);
  expect(Object.fromEntries(issuers)).toEqual({
    gateway: [],
    accounts: ["analytics", "approvals", "console", "gateway"],
    approvals: ["accounts", "console", "gateway"],
    console: ["accounts", "approvals", "gateway"],
    analytics: ["accounts", "gateway"],
    flows: ["accounts", "analytics", "approvals", "gateway"],
    supply: ["accounts", "analytics", "approvals", "gateway"],
    roulettes: ["accounts", "analytics", "approvals", "flows", "gateway"],
    learning: ["accounts", "analytics", "approvals", "flows", "gateway"],
    webhooks: ["accounts", "analytics", "gateway"],
  });
});

test("the public keys follow from the private ones", () => {
  const [gateway, flows] = [createContextKeys("gateway"), createContextKeys("flows")];
  const privateKeys = new Map([
    ["gateway", gateway.privateKey],
    ["flows", flows.privateKey],
  ]);
  expect(derivePublicKeys(["gateway", "flows"], privateKeys)).toBe(`${gateway.publicKeys},${flows.publicKeys}`);
});
