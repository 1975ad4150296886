import { randomBytes } from "node:crypto";
import { newId } from "@tenant-ops/kit/data";
import { createLogger } from "@tenant-ops/kit/telemetry";
import { openTestDatabase, testBackend } from "@tenant-ops/kit/testing";
import { afterAll, expect, test } from "vitest";
import { insertKey, keyIndexes } from "../keys/keys.store.js";
import { deleteSandboxOf, ensureSandbox, findSandboxOf, sandboxIndexes } from "./sandboxes.store.js";

const db = await openTestDatabase({
  url: testBackend().mongodbUrl,
  name: `test_sandboxes_${randomBytes(4).toString("hex")}`,
  appName: "accounts",
  logger: createLogger("accounts", "silent"),
  sharedIndexes: { sandboxes: sandboxIndexes, keys: keyIndexes },
  tenancyGuard: "commands",
});
afterAll(() => db.close());

const refusal = { code: "business_closed" };

const toKey = (businessId: string) => ({
  ...{ _id: newId("key"), businessId, hash: newId("hash"), hint: "svc_test_1", name: "late", scopes: [] },
  ...{ allowedAddresses: [], requireProposal: false, isFreeOfProposals: false, toolsets: [] },
  ...{ rates: {}, createdAt: new Date(), expiresAt: null },
  ...{ revokedAt: null, lastUsedAt: null, replaces: null },
});

test("two calls at once make one sandbox", async () => {
  const businessId = newId("biz");
  const made = await Promise.all([1, 2, 3].map(() => ensureSandbox(db, businessId)));
  expect(new Set(made.map(({ _id }) => _id)).size).toBe(1);
  expect(await findSandboxOf(db, businessId)).toMatchObject({ _id: made[0]!._id, sandboxOf: businessId });
});

test.each(["closed", "deleting", "deleted"] as const)(
  "for a business that is %s, a request that began before creates neither a sandbox nor a key",
  async (state) => {
    const businessId = newId("biz");
    if (state === "deleted") await db.closedBusinesses.setDeleted(businessId, 1);
    else await db.closedBusinesses.setState(businessId, 1, state);
    await expect(ensureSandbox(db, businessId)).rejects.toMatchObject(refusal);
    expect(await findSandboxOf(db, businessId)).toBeNull();
    await expect(insertKey(db, toKey(businessId))).rejects.toMatchObject(refusal);
    expect(await db.shared("keys").countDocuments({})).toBe(0);
  },
);

test("a business that is closed while its first sandbox is created has none afterwards, or one that the deletion finds", async () => {
  for (let round = 0; round < 20; round += 1) {
    const businessId = newId("biz");
    const making = ensureSandbox(db, businessId).catch((error: unknown) => expect(error).toMatchObject(refusal));
    await Promise.all([making, db.closedBusinesses.setState(businessId, 1, "deleting")]);
    await deleteSandboxOf(db, businessId);
    expect(await findSandboxOf(db, businessId)).toBeNull();
    await expect(ensureSandbox(db, businessId)).rejects.toMatchObject(refusal);
  }
});
