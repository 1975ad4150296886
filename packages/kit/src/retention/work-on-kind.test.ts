import { randomBytes } from "node:crypto";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "../data/database.types.js";
import { newId } from "../data/ids.js";
import { createLogger } from "../telemetry/logger.js";
import { createMetrics } from "../telemetry/metrics.js";
import { createTestCall, openTestDatabase, testBackend } from "../testing/index.js";
import { createFolderStore } from "./folder-store.js";
import { retentionIndexes, retentionShared } from "./retention-life.js";
import { registerRetentionMetrics } from "./retention-metrics.js";
import { retentionCollection, type RetentionRow, storeRules } from "./retention-rules.store.js";
import { sweep } from "./retention.worker.js";
import type { HistoryGroup, HistoryKind, HistoryRecord } from "./retention.types.js";

const logger = createLogger("kit", "silent");
let db: Database;
beforeAll(async () => {
  db = await openTestDatabase({
    ...{ url: testBackend().mongodbUrl, name: `test_parts_${randomBytes(4).toString("hex")}`, appName: "kit", logger },
    indexes: { notes: [{ key: { createdAt: -1, _id: -1 } }], ...retentionIndexes },
    sharedIndexes: retentionShared,
    tenancyGuard: "commands",
  });
});
afterAll(() => db.close());

interface Note extends HistoryRecord {
  createdAt: Date;
  isLarge: boolean;
}

const toGroup = (record: HistoryRecord): HistoryGroup => [{ collection: "notes", record }];
const isKept = ([{ record }]: HistoryGroup): boolean => (record as Note).isLarge;

/** The search finds the notes of a large group as a part, and then the note after them. @param onSearch called at each search */
const createKind = (keeper: Partial<HistoryKind>, onSearch: () => void): HistoryKind => ({
  ...{ name: "notes", collections: ["notes"], timeField: "createdAt", ...keeper },
  async find(scope, { after }) {
    onSearch();
    const found = await scope.collection<Note>("notes").find({ isLarge: after === "" }, { limit: 2 });
    const groups = found.map(toGroup);
    if (after !== "" || groups.length === 0) return { groups: after === "" ? [] : groups, next: undefined };
    return { groups: [], next: after, part: { groups, recordsOfGroup: 3, time: new Date(0), beyond: "behind" } };
  },
});

const keepers: Record<string, Partial<HistoryKind>> = {
  hasEnded: { hasEnded: (group) => !isKept(group) },
  onRemove: { onRemove: async (_scope, groups) => groups.filter((group) => !isKept(group)) },
};

test.each(["archive", "delete"].flatMap((mode) => Object.keys(keepers).map((keeper) => ({ mode, keeper }))))(
  "a part that $keeper forbids to delete stays, and the sweep continues after it and ends ($mode)",
  async ({ mode, keeper }) => {
    const call = createTestCall();
    const notes = db.scope(call).collection<Note>("notes");
    const createdAt = new Date(0);
    await notes.insertMany([1, 2, 3].map(() => ({ _id: newId("row"), createdAt, isLarge: true })));
    await notes.insertOne({ _id: newId("row"), createdAt, isLarge: false });
    await storeRules(db, call.businessId, {
      version: 1,
      rules: { notes: { mode: mode as "archive", days: 0 } },
      chosenAt: new Date(1),
    });
    let searches = 0;
    const stopping = new AbortController();
    const kind = createKind(keepers[keeper] ?? {}, () => {
      searches += 1;
      // Otherwise a sweep that repeats the part would not end, and neither would this test.
      if (searches === 10) stopping.abort(new Error("the same part was found again and again"));
    });
    const store = createFolderStore(await mkdtemp(join(tmpdir(), "archives-")));
    const metrics = registerRetentionMetrics(createMetrics("kit").registry, db);
    const context = { db, logger, metrics, service: "kit", kinds: [kind], countSources: [], store };
    await sweep({ ...context, startedAt: new Date(0) }, stopping.signal);
    expect(stopping.signal.aborted).toBe(false);
    expect((await notes.find({})).map(({ isLarge }) => isLarge)).toEqual([true, true, true]);
    const files = await store.list(`${call.businessId}/`);
    expect(files).toHaveLength(mode === "archive" ? 2 : 0);
    await db.shared<RetentionRow>(retentionCollection).deleteOne({ _id: call.businessId });
  },
);

test("a sweep that is stopped looks at no further business", async () => {
  const calls = [1, 2, 3].map(() => createTestCall());
  for (const { businessId } of calls)
    await storeRules(db, businessId, { version: 1, rules: {}, chosenAt: new Date(1) });
  const stopping = new AbortController();
  let leases = 0;
  const infrastructure: Database["infrastructure"] = (name) => {
    leases += 1;
    stopping.abort(new Error("the process stops"));
    return db.infrastructure(name);
  };
  const metrics = registerRetentionMetrics(createMetrics("kit").registry, db);
  const context = { db: { ...db, infrastructure }, logger, metrics, service: "kit", kinds: [], countSources: [] };
  await sweep({ ...context, store: undefined, startedAt: new Date(0) }, stopping.signal);
  expect(leases).toBe(1);
  await db.shared<RetentionRow>(retentionCollection).deleteMany({ _id: { $in: calls.map((call) => call.businessId) } });
});
