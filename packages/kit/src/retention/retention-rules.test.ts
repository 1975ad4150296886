import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "../data/database.types.js";
import { newId } from "../data/ids.js";
import { createLogger } from "../telemetry/logger.js";
import { createMetrics } from "../telemetry/metrics.js";
import { createTestCall, openTestDatabase, testBackend } from "../testing/index.js";
import { findByAge } from "./collect-groups.js";
import type { RetentionContext } from "./retention-context.types.js";
import { retentionIndexes, retentionShared } from "./retention-life.js";
import { registerRetentionMetrics } from "./retention-metrics.js";
import { findRules, storeRules } from "./retention-rules.store.js";
import { sweep } from "./retention.worker.js";
import type { RetentionRules } from "./retention.types.js";

const logger = createLogger("kit", "silent");
let db: Database;
beforeAll(async () => {
  const name = `test_rules_${randomBytes(4).toString("hex")}`;
  const indexes = { notes: [{ key: { createdAt: -1 as const, _id: -1 as const } }], ...retentionIndexes };
  const url = testBackend().mongodbUrl;
  db = await openTestDatabase({ url, name, appName: "kit", logger, indexes, sharedIndexes: retentionShared });
});
afterAll(() => db.close());

const ofNotes = (days: number): RetentionRules => ({ notes: { mode: "delete", days } });
const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second));

test("of two changes the one with the later version is stored, unless the business chose it before the other one", async () => {
  const businessId = newId("biz");
  const second = { version: 2, rules: ofNotes(2), chosenAt: at(20) };
  expect(await storeRules(db, businessId, second)).toEqual(second);
  expect(await storeRules(db, businessId, { version: 1, rules: {}, chosenAt: at(30) })).toEqual(second);
  expect(await storeRules(db, businessId, { version: 2, rules: {}, chosenAt: at(30) })).toEqual(second);
  expect(await storeRules(db, businessId, { version: 9, rules: {}, chosenAt: at(10) })).toEqual(second);
  const same = { version: 9, rules: ofNotes(2), chosenAt: at(20) };
  expect(await storeRules(db, businessId, same)).toEqual(same);
});

test("nothing is deleted until the gateway has delivered or confirmed the rules since the process started", async () => {
  const call = createTestCall();
  const notes = db.scope(call).collection<{ _id: string; createdAt: Date }>("notes");
  await notes.insertMany([{ _id: newId("row"), createdAt: at(0) }]);
  const restored = { version: 1, rules: ofNotes(0), chosenAt: at(0) };
  await storeRules(db, call.businessId, restored);
  const { confirmedAt } = (await findRules(db, call.businessId)) ?? {};
  if (!confirmedAt) throw new Error("the row has no time of the delivery");
  const { registry } = createMetrics("kit");
  const metrics = registerRetentionMetrics(registry, db);
  const kinds: RetentionContext["kinds"] = [
    {
      ...{ name: "notes", collections: ["notes"], timeField: "createdAt" },
      find: (scope, search) => findByAge(scope, "notes", search),
    },
  ];
  const startedAt = new Date(confirmedAt.getTime() + 1);
  const process = { db, logger, metrics, service: "kit", kinds, countSources: [], store: undefined, startedAt };
  const runSweep = () => sweep(process, new AbortController().signal);
  await runSweep();
  expect(await notes.count({})).toBe(1);
  const failures = (await metrics.failures.get()).values;
  expect(failures.find(({ labels }) => labels.kind === "undelivered")?.value).toBeGreaterThan(0);
  // The times are of whole milliseconds.
  await expect.poll(() => Date.now()).toBeGreaterThan(startedAt.getTime());
  // Other rules under the same number do not confirm what is stored.
  await storeRules(db, call.businessId, { ...restored, rules: {} });
  await runSweep();
  expect(await notes.count({})).toBe(1);
  await storeRules(db, call.businessId, restored);
  await runSweep();
  expect(await notes.count({})).toBe(0);
});
