import { randomBytes } from "node:crypto";
import { newId } from "@tenant-ops/kit/data";
import { createLogger } from "@tenant-ops/kit/telemetry";
import { openTestDatabase, testBackend } from "@tenant-ops/kit/testing";
import { afterAll, expect, test } from "vitest";
import { offboardingIndexes, updateOffboarding } from "./offboardings.store.js";
import type { Offboarding } from "./offboardings.types.js";

const db = await openTestDatabase({
  url: testBackend().mongodbUrl,
  name: `test_offboardings_${randomBytes(4).toString("hex")}`,
  appName: "gateway",
  logger: createLogger("gateway", "silent"),
  sharedIndexes: { offboardings: offboardingIndexes },
  tenancyGuard: "commands",
});
afterAll(() => db.close());

async function store(given: Partial<Offboarding>): Promise<Offboarding> {
  const now = new Date();
  const offboarding: Offboarding = {
    ...{ _id: newId("off"), businessId: newId("biz"), sandboxId: newId("sbx"), status: "closing", version: 1 },
    ...{ requestedBy: { kind: "operator", hash: "x" }, requestedAt: now, deleteAt: now },
    ...{ keys: [{ key: crypto.randomUUID(), digest: "d" }], deleted: [], isActive: true, dueAt: now },
    ...given,
  };
  await db.shared<Offboarding>("offboardings").insertOne(offboarding);
  return offboarding;
}

test("a process that has lost its lease does not overwrite a pass that another process has begun", async () => {
  const startedAt = new Date();
  const begun = await store({ status: "deleting" });
  const deletion = { startedAt, before: [], pass: 1, passStartedAt: startedAt };
  const first = await updateOffboarding(db, begun, { deletion });
  expect(await updateOffboarding(db, begun, { deletion })).toBeNull();
  const second = await updateOffboarding(db, first!, { deletion: { ...deletion, pass: 2 } });
  expect(await updateOffboarding(db, first!, { deletion: { ...deletion, pass: 2 }, deleted: [] })).toBeNull();
  expect(await updateOffboarding(db, second!, { dueAt: startedAt })).toMatchObject({ dueAt: startedAt });
});
