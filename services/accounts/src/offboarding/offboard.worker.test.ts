import { randomBytes } from "node:crypto";
import { dayMs, newId } from "@tenant-ops/kit/data";
import type { BusinessData } from "@tenant-ops/kit/offboarding";
import { createLogger } from "@tenant-ops/kit/telemetry";
import { openTestDatabase, testBackend } from "@tenant-ops/kit/testing";
import { afterAll, expect, test } from "vitest";
import { createOffboardWork } from "./offboard.worker.js";
import type { OffboardingOptions } from "./create-offboarding.js";
import { findOffboarding, offboardingIndexes, updateOffboarding } from "./offboardings.store.js";
import type { Offboarding } from "./offboardings.types.js";

const logger = createLogger("gateway", "silent");
const db = await openTestDatabase({
  url: testBackend().mongodbUrl,
  name: `test_offboard_worker_${randomBytes(4).toString("hex")}`,
  appName: "gateway",
  logger,
  sharedIndexes: { offboardings: offboardingIndexes },
  tenancyGuard: "commands",
});
afterAll(() => db.close());

const options: OffboardingOptions = {
  ...{
    db,
    logger,
    holders: [],
    pepper: randomBytes(32),
    ...{ changes: { publish: async () => undefined, publishDeletion: () => undefined } },
  },
  ...{ settleMs: 0, receiptMs: dayMs, graceSeconds: 1 },
};

/** A business in its grace period of a day, unless `given` says something else. */
async function store(given: Partial<Offboarding> = {}): Promise<Offboarding> {
  const now = new Date();
  const tomorrow = new Date(now.getTime() + dayMs);
  const offboarding: Offboarding = {
    ...{ _id: newId("off"), businessId: newId("biz"), sandboxId: newId("sbx"), status: "waiting", version: 1 },
    ...{ requestedBy: { kind: "operator", hash: "x" }, requestedAt: now, deleteAt: tomorrow },
    ...{ keys: [{ key: crypto.randomUUID(), digest: "d" }], deleted: [], isActive: true, dueAt: tomorrow },
    ...given,
  };
  await db.shared<Offboarding>("offboardings").insertOne(offboarding);
  return offboarding;
}

test("a request that was found just before another process closed its business is not processed before its grace period ends", async () => {
  const waiting = await store();
  expect(await createOffboardWork(options).workOn(waiting)).toBe(false);
  expect(await findOffboarding(db, waiting._id)).toEqual(waiting);
});

test("no deletion begins before `deleteAt`, and it does not delay the other requests", async () => {
  const waiting = await store({ dueAt: new Date() });
  expect(await createOffboardWork(options).workOn(waiting)).toBe(false);
  expect(await findOffboarding(db, waiting._id)).toEqual({ ...waiting, dueAt: waiting.deleteAt });
});

test("a step that fails after another process has completed it does not change the time of the next step", async () => {
  const now = new Date();
  const closing = await store({ status: "closing", dueAt: now });
  const setState = async () => {
    await updateOffboarding(db, closing, { status: "waiting", dueAt: closing.deleteAt });
    throw new Error("no answer in time");
  };
  const holders = [{ service: "gateway", data: { setState } as unknown as BusinessData }];
  expect(await createOffboardWork({ ...options, holders }).workOn(closing)).toBe(false);
  expect(await findOffboarding(db, closing._id)).toMatchObject({ status: "waiting", dueAt: closing.deleteAt });
});

test("a step that fails is tried again later", async () => {
  const now = new Date();
  const closing = await store({ status: "closing", dueAt: now });
  const setState = () => Promise.reject(new Error("no answer in time"));
  const holders = [{ service: "gateway", data: { setState } as unknown as BusinessData }];
  expect(await createOffboardWork({ ...options, holders }).workOn(closing)).toBe(false);
  const stored = await findOffboarding(db, closing._id);
  expect(stored?.status).toBe("closing");
  expect(stored?.dueAt?.getTime()).toBeGreaterThan(now.getTime());
});

test("a pass that waits until all processes have stopped writing does not begin before", async () => {
  const later = new Date(Date.now() + 60_000);
  const deletion = { startedAt: new Date(), before: [], pass: 2, passStartedAt: later };
  const deleting = await store({ status: "deleting", deleteAt: new Date(), dueAt: new Date(), deletion });
  expect(await createOffboardWork(options).workOn(deleting)).toBe(false);
  expect(await findOffboarding(db, deleting._id)).toEqual({ ...deleting, dueAt: later });
});

test("when the grace period is over, the deletion begins", async () => {
  const now = new Date();
  const waiting = await store({ deleteAt: now, dueAt: now });
  expect(await createOffboardWork(options).workOn(waiting)).toBe(true);
  expect(await findOffboarding(db, waiting._id)).toMatchObject({ status: "deleting", version: 2 });
});
