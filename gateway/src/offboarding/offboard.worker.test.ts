import { randomBytes } from "node:crypto";
import { dayMs, newId } from "@tenant-ops/kit/data";
import { createLogger } from "@tenant-ops/kit/telemetry";
import { openTestDatabase, testBackend } from "@tenant-ops/kit/testing";
import { afterAll, expect, test } from "vitest";
import { advanceOffboarding } from "./advance-offboarding.js";
import { workOn } from "./offboard.worker.js";
import type { OffboardingOptions } from "./offboarding.types.js";
import { findOffboarding, insertOffboarding, offboardingIndexes } from "./offboardings.store.js";
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
  ...{ db, logger, holders: [], pepper: randomBytes(32), onStateChanged: () => undefined },
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
  await insertOffboarding(db, offboarding);
  return offboarding;
}

test("a request that was found while the business was closed is not worked on before its grace period ends", async () => {
  const waiting = await store();
  expect(await workOn(options, waiting._id)).toBe(false);
  expect(await findOffboarding(db, waiting._id)).toEqual(waiting);
});

test("no deletion begins before its time, whoever asks for the next step", async () => {
  const waiting = await store({ dueAt: new Date() });
  expect(await advanceOffboarding(options, waiting)).toBe(false);
  expect(await findOffboarding(db, waiting._id)).toEqual(waiting);
});

test("a pass that waits until all processes have stopped writing does not begin before", async () => {
  const later = new Date(Date.now() + 60_000);
  const deletion = { startedAt: new Date(), before: [], pass: 2, passStartedAt: later };
  const deleting = await store({ status: "deleting", deleteAt: new Date(), dueAt: later, deletion });
  expect(await workOn(options, deleting._id)).toBe(false);
  expect(await findOffboarding(db, deleting._id)).toEqual(deleting);
});

test("when the grace period is over, the deletion begins", async () => {
  const now = new Date();
  const waiting = await store({ deleteAt: now, dueAt: now });
  expect(await workOn(options, waiting._id)).toBe(true);
  expect(await findOffboarding(db, waiting._id)).toMatchObject({ status: "deleting", version: 2 });
});
