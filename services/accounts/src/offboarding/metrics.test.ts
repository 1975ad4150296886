import { randomBytes } from "node:crypto";
import { newId } from "@tenant-ops/kit/data";
import { createLogger } from "@tenant-ops/kit/telemetry";
import { openTestDatabase, testBackend } from "@tenant-ops/kit/testing";
import { Registry } from "prom-client";
import { afterAll, beforeEach, expect, test } from "vitest";
import { advanceOffboarding, type AdvanceOptions } from "./advance-offboarding.js";
import { type DataHolder, ownDataName } from "./business-data.js";
import { registerOffboardingMetrics } from "./metrics.js";
import { findOffboarding, offboardingIndexes, setReopening } from "./offboardings.store.js";
import type { Offboarding } from "./offboardings.types.js";

const db = await openTestDatabase({
  url: testBackend().mongodbUrl,
  name: `test_offboarding_metrics_${randomBytes(4).toString("hex")}`,
  appName: "gateway",
  logger: createLogger("gateway", "silent"),
  sharedIndexes: { offboardings: offboardingIndexes },
  tenancyGuard: "commands",
});
afterAll(() => db.close());
beforeEach(async () => void (await db.shared("offboardings").deleteMany({})));

const registry = new Registry();
registerOffboardingMetrics(registry, db);

async function readPending(): Promise<number> {
  const metric = await registry.getSingleMetric("tenantops_offboarding_pending_seconds")?.get();
  return metric?.values[0]?.value ?? Number.NaN;
}

const minuteMs = 60_000;
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * minuteMs);

async function store(given: Partial<Offboarding>): Promise<Offboarding> {
  const offboarding: Offboarding = {
    ...{ _id: newId("off"), businessId: newId("biz"), sandboxId: newId("sbx"), status: "closing", version: 1 },
    ...{ requestedBy: { kind: "operator", hash: "x" }, requestedAt: new Date(), deleteAt: minutesAgo(-60) },
    ...{ keys: [{ key: crypto.randomUUID(), digest: "d" }], deleted: [], isActive: true, dueAt: new Date() },
    ...given,
  };
  await db.shared<Offboarding>("offboardings").insertOne(offboarding);
  return offboarding;
}

/** Accounts and a service that can be unreachable. */
function createOptions(service: { isAway: boolean }): AdvanceOptions {
  const answer = async () => {
    if (service.isAway) throw new Error("the service does not answer");
  };
  const toHolder = (name: string, setState: () => Promise<void>) =>
    ({ service: name, data: { setState } }) as unknown as DataHolder;
  const holders = [toHolder("supply", answer), toHolder(ownDataName, () => Promise.resolve())];
  return {
    db,
    holders,
    settleMs: 0,
    receiptMs: 1000,
    changes: { publish: async () => undefined, publishDeletion: () => undefined },
  };
}

test("a business that one service does not close, or does not open again, is reported until that service answers", async () => {
  const service = { isAway: true };
  const options = createOptions(service);
  expect(await readPending()).toBe(0);
  const { _id, businessId } = await store({ requestedAt: minutesAgo(20) });
  const advance = async () => advanceOffboarding(options, (await findOffboarding(db, _id))!);

  await expect(advance()).rejects.toThrow("does not answer");
  expect(Math.floor((await readPending()) / 60)).toBe(20);
  service.isAway = false;
  await advance();
  expect(await readPending()).toBe(0);

  service.isAway = true;
  await setReopening(db, businessId, { kind: "owner", hash: "x" }, minutesAgo(12));
  await expect(advance()).rejects.toThrow("does not answer");
  expect(Math.floor((await readPending()) / 60)).toBe(12);
  service.isAway = false;
  await advance();
  expect(await readPending()).toBe(0);
});

test("the oldest of several is reported, and a business that all processes have closed is not", async () => {
  await store({ requestedAt: minutesAgo(90), status: "waiting" });
  await store({ requestedAt: minutesAgo(80), status: "deleting" });
  await store({ requestedAt: minutesAgo(70), status: "reopening", canceledAt: minutesAgo(3) });
  await store({ requestedAt: minutesAgo(5) });
  expect(Math.floor((await readPending()) / 60)).toBe(5);
});
