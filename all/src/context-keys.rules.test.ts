import { createContextKeys } from "@tenant-ops/kit/testing";
import { expect, test } from "vitest";
import { derivePublicKeys, listIssuers } from "./context-keys.js";
import { groups } from "./parts.js";

test("each part trusts the issuers that the contract names for it, and no other part of the process", () => {
  const issuers = groups.flat().map((part) => [part.name, listIssuers(part)]);
  expect(Object.fromEntries(issuers)).toEqual({
    gateway: [],
    accounts: ["gateway", "console", "approvals", "analytics"],
    approvals: ["gateway", "console", "accounts"],
    console: ["gateway", "accounts", "approvals"],
    analytics: ["gateway", "accounts"],
    flows: ["gateway", "accounts", "analytics", "approvals"],
    supply: ["gateway", "accounts", "analytics", "approvals"],
    roulettes: ["gateway", "flows", "accounts", "analytics", "approvals"],
    learning: ["gateway", "flows", "accounts", "analytics", "approvals"],
    webhooks: ["gateway", "accounts", "analytics"],
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
