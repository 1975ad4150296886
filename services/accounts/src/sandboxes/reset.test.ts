import { randomBytes } from "node:crypto";
import type { Call } from "@tenant-ops/kit/call";
import { type BusinessState, dayMs, newId } from "@tenant-ops/kit/data";
import type { BusinessData } from "@tenant-ops/kit/offboarding";
import { createLogger } from "@tenant-ops/kit/telemetry";
import { createTestCall, openTestDatabase, testBackend } from "@tenant-ops/kit/testing";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { credentialChangeIndexes } from "../changes/changes.store.js";
import type { OffboardingOptions } from "../offboarding/create-offboarding.js";
import { createOffboardWork } from "../offboarding/offboard.worker.js";
import {
  countEmptied,
  findActive,
  findDue,
  findEmptied,
  findOffboarding,
  insertOffboarding,
  offboardingIndexes,
} from "../offboarding/offboardings.store.js";
import type { Offboarding } from "../offboarding/offboardings.types.js";
import { resetSandbox } from "./reset.js";
import { ensureSandbox, findSandboxOf, sandboxIndexes } from "./sandboxes.store.js";

const logger = createLogger("accounts", "silent");
const db = await openTestDatabase({
  ...{
    url: testBackend().mongodbUrl,
    name: `test_reset_${randomBytes(4).toString("hex")}`,
    appName: "accounts",
    logger,
  },
  sharedIndexes: {
    sandboxes: sandboxIndexes,
    offboardings: offboardingIndexes,
    credentialChanges: credentialChangeIndexes,
  },
  tenancyGuard: "commands",
});
afterAll(() => db.close());

/** Replaces all processes with data. */
const holder = { isDown: false, states: [] as [string, BusinessState][], deleted: [] as string[] };
beforeEach(async () => {
  Object.assign(holder, { isDown: false, states: [], deleted: [] });
  await db.shared("offboardings").deleteMany({});
});
const data = {
  setState: async ({ businessId }: Call, { state }: { state: BusinessState }) => {
    if (holder.isDown) throw new Error("down");
    holder.states.push([businessId, state]);
  },
  count: async () => ({ found: [], position: "" }),
  delete: async ({ businessId }: Call) => {
    holder.deleted.push(businessId);
    return { isComplete: true, changedInPass: 0, changed: [] };
  },
  end: async () => undefined,
} as unknown as BusinessData;

const announced: string[] = [];
const changes = {
  publish: async () => undefined,
  publishDeletion: () => undefined,
  publishKey: () => undefined,
  announce: async ({ businessId }: { businessId: string }) => void announced.push(businessId),
};
const offboarding: OffboardingOptions = {
  ...{ db, logger, holders: [{ service: "supply", data }], pepper: randomBytes(32), changes },
  ...{ settleMs: 0, receiptMs: dayMs, graceSeconds: 1 },
};
const worker = createOffboardWork(offboarding);
const context = { db, changes, offboarding };

async function createSandbox() {
  const businessId = newId("biz");
  const { _id: sandboxId } = await ensureSandbox(db, businessId);
  return { businessId, sandboxId };
}
const readId = async (businessId: string) => (await findSandboxOf(db, businessId))?._id ?? "";
const createCall = (sandboxId: string, idempotencyKey = newId("key")): Call =>
  createTestCall(sandboxId, { idempotencyKey, operation: "resetSandbox" });

/** As the worker does, until nothing is left to do. */
async function work(): Promise<void> {
  while (await worker.runRound());
}

test("a sandbox gets another id, the earlier one is closed before the answer and deleted, and gateways are told", async () => {
  const { businessId, sandboxId } = await createSandbox();
  await resetSandbox(context, createCall(sandboxId));
  expect([sandboxId, ""]).not.toContain(await readId(businessId));
  expect(holder.states).toEqual([[sandboxId, "deleting"]]);
  expect(announced).toContain(businessId);
  expect(await db.shared("credentialChanges").countDocuments({ businessId })).toBe(1);
  await work();
  expect(holder.deleted).toContain(sandboxId);
  // Nothing of it stays, not even a receipt.
  expect(await db.shared("offboardings").countDocuments({})).toBe(0);
});

test("of two resets at once each empties the sandbox, and every earlier id is deleted; another business keeps its sandbox", async () => {
  const [own, other] = [await createSandbox(), await createSandbox()];
  await Promise.all([1, 2, 3].map(() => resetSandbox(context, createCall(own.sandboxId))));
  expect(await db.shared("sandboxes").countDocuments({ sandboxOf: own.businessId })).toBe(1);
  expect(await countEmptied(db, own.businessId)).toBe(3);
  await work();
  expect(new Set(holder.deleted).size).toBe(3);
  expect(holder.deleted).not.toContain(await readId(own.businessId));
  expect(await readId(other.businessId)).toBe(other.sandboxId);
});

test("the same key empties the sandbox once, at once and later, whichever id the gateway still knows", async () => {
  const { businessId, sandboxId } = await createSandbox();
  const key = newId("key");
  const calls = [1, 2, 3].map(() => createCall(sandboxId, key));
  await Promise.all(calls.map((call) => resetSandbox(context, call)));
  expect(calls.filter(({ replayed }) => replayed)).toHaveLength(2);
  const newestId = await readId(businessId);
  for (const id of [newestId, sandboxId]) {
    const repeated = createCall(id, key);
    await resetSandbox(context, repeated);
    expect([repeated.replayed, await readId(businessId)]).toEqual([true, newestId]);
  }
});

test("a reset that comes with the earlier id empties the present sandbox; with an id that was deleted it is refused", async () => {
  const { businessId, sandboxId } = await createSandbox();
  await resetSandbox(context, createCall(sandboxId));
  const second = await readId(businessId);
  await resetSandbox(context, createCall(sandboxId));
  expect(await findEmptied(db, second)).toMatchObject({ sandboxOf: businessId });
  await work();
  const refusal = { code: "sandbox_busy", retryAfter: 1 };
  await expect(resetSandbox(context, createCall(sandboxId))).rejects.toMatchObject(refusal);
});

test("a live business is not emptied", async () => {
  const { businessId, sandboxId } = await createSandbox();
  await expect(resetSandbox(context, createCall(businessId))).rejects.toMatchObject({ code: "sandbox_only" });
  expect(await readId(businessId)).toBe(sandboxId);
});

test("while a service is down, or when the process dies after the reset, the earlier id is deleted later", async () => {
  const { businessId, sandboxId } = await createSandbox();
  holder.isDown = true;
  await resetSandbox(context, createCall(sandboxId));
  expect(await readId(businessId)).not.toBe(sandboxId);
  expect(holder.states).toEqual([]);
  holder.isDown = false;
  await work();
  expect([holder.deleted.includes(sandboxId), await countEmptied(db, businessId)]).toEqual([true, 0]);
});

describe("many resets", () => {
  test("are refused while twenty earlier ids are not deleted, only of this business, and a repeated key gets its answer", async () => {
    const [{ businessId, sandboxId }, other] = [await createSandbox(), await createSandbox()];
    const key = newId("key");
    await resetSandbox(context, createCall(sandboxId, key));
    for (let resets = 1; resets < 20; resets += 1) await resetSandbox(context, createCall(await readId(businessId)));
    const last = await readId(businessId);
    const refusal = { code: "sandbox_busy", retryAfter: 10, message: expect.stringContaining("last 20 resets") };
    await expect(resetSandbox(context, createCall(last))).rejects.toMatchObject(refusal);
    await resetSandbox(context, createCall(last, key));
    expect(await readId(businessId)).toBe(last);
    await resetSandbox(context, createCall(other.sandboxId));
    await work();
    await resetSandbox(context, createCall(last));
    expect(await readId(businessId)).not.toBe(last);
  });

  test("do not delay the deletions of businesses", async () => {
    const { businessId, sandboxId } = await createSandbox();
    holder.isDown = true;
    for (let resets = 0; resets < 10; resets += 1) await resetSandbox(context, createCall(await readId(businessId)));
    await db.shared("offboardings").updateMany({}, { $set: { dueAt: new Date(0) } });
    holder.isDown = false;
    const closing = await insert(await createSandbox());
    await worker.runRound();
    expect(await findOffboarding(db, closing._id)).toMatchObject({ status: "waiting" });
    expect(holder.states.map(([id]) => id)).toContain(closing.businessId);
    expect(await findDue(db, new Date(), { limit: 100, areEmptied: true })).toHaveLength(10);
    expect(await findEmptied(db, sandboxId)).toMatchObject({ sandboxOf: businessId });
  });
});

/** A request to delete the business, before its first step. */
async function insert({ businessId, sandboxId }: { businessId: string; sandboxId: string }): Promise<Offboarding> {
  const now = new Date();
  const request: Offboarding = {
    ...{ _id: newId("off"), businessId, sandboxId, status: "closing", version: 1, requestedAt: now, deleteAt: now },
    ...{ requestedBy: { kind: "operator", hash: "x" }, keys: [{ key: newId("key"), digest: "d" }], deleted: [] },
    ...{ isActive: true, dueAt: now },
  };
  expect(await insertOffboarding(db, request)).toBe(true);
  return request;
}

describe("a business that is closed", () => {
  test("has no reset any more, and at the same moment its deletion knows the present id or the request is made again", async () => {
    for (let round = 0; round < 20; round += 1) {
      const { businessId, sandboxId } = await createSandbox();
      const reset = resetSandbox(context, createCall(sandboxId)).catch((error: unknown) =>
        expect(error).toMatchObject({ code: "business_closed" }),
      );
      await Promise.all([reset, insert({ businessId, sandboxId }).catch(() => undefined)]);
      const active = await findActive(db, businessId);
      expect([undefined, await readId(businessId)]).toContain(active?.sandboxId);
    }
  });

  test("is deleted after the earlier ids of its sandbox, because its receipt says that nothing is left", async () => {
    const { businessId, sandboxId } = await createSandbox();
    await resetSandbox(context, createCall(sandboxId));
    const request = await insert({ businessId, sandboxId: await readId(businessId) });
    await worker.workOn(request);
    await db.shared("offboardings").updateMany({ _id: request._id }, { $set: { dueAt: new Date() } });
    await worker.workOn(request);
    expect(await findOffboarding(db, request._id)).toMatchObject({ status: "waiting" });
    await work();
    expect(await countEmptied(db, businessId)).toBe(0);
    await db.shared("offboardings").updateMany({ _id: request._id }, { $set: { dueAt: new Date() } });
    await work();
    expect(await findOffboarding(db, request._id)).toMatchObject({ status: "completed" });
  });
});
