import { createContextKeys } from "@tenant-ops/kit/testing";
import { AccountsService } from "@tenant-ops/proto/accounts";
import { LearningService } from "@tenant-ops/proto/learning";
import { SupplyService } from "@tenant-ops/proto/supply";
import { expect, test } from "vitest";
import { derivePublicKeys, listIssuers } from "./context-keys.js";

test("each part trusts the issuers that the contract names for it, and no other part of the process", () => {
  expect(listIssuers(SupplyService)).toEqual(["gateway"]);
  expect(listIssuers(LearningService)).toEqual(["gateway", "flows"]);
  expect(listIssuers(AccountsService)).toEqual(["gateway", "console"]);
});

test("the public keys follow from the private ones", () => {
  const [gateway, flows] = [createContextKeys("gateway"), createContextKeys("flows")];
  const privateKeys = new Map([
    ["gateway", gateway.privateKey],
    ["flows", flows.privateKey],
  ]);
  expect(derivePublicKeys(["gateway", "flows"], privateKeys)).toBe(`${gateway.publicKeys},${flows.publicKeys}`);
});
