import { createHash, randomBytes } from "node:crypto";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { Binary } from "mongodb";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Call } from "../call/call.js";
import type { DataLife } from "../data/data-life.types.js";
import type { Database } from "../data/database.types.js";
import { newId } from "../data/ids.js";
import {
  deleteFile,
  fileChunkCollection,
  fileChunkIndexes,
  keepFile,
  storeFile,
  type StoredFile,
} from "../data/files/stored-files.js";
import type { LeaseRow } from "../data/infrastructure.js";
import type { Bus } from "../events/bus.js";
import { createBusinessData } from "../offboarding/index.js";
import { erasePerson } from "../privacy/erase-person.js";
import { createLogger, type Logger } from "../telemetry/logger.js";
import { createMetrics } from "../telemetry/metrics.js";
import { createTestCall, openTestDatabase, testBackend } from "../testing/index.js";
import type { ArchiveRow } from "./archives.store.js";
import { findByAge } from "./collect-groups.js";
import { type ArchiveStore, createFolderStore } from "./folder-store.js";
import type { RetentionContext } from "./retention-context.types.js";
import { retentionIndexes, retentionLife, retentionShared } from "./retention-life.js";
import { registerRetentionMetrics } from "./retention-metrics.js";
import { findRules, retentionCollection, type RetentionRow, storeRules } from "./retention-rules.store.js";
import { sweep, toArchiveLease } from "./retention.worker.js";
import type { HistoryKind } from "./retention.types.js";

const logger = createLogger("kit", "silent");
let db: Database;
let folder: ArchiveStore;
beforeAll(async () => {
  db = await openTestDatabase({
    ...{
      url: testBackend().mongodbUrl,
      name: `test_archives_${randomBytes(4).toString("hex")}`,
      appName: "kit",
      logger,
    },
    indexes: {
      notes: [{ key: { createdAt: -1, _id: -1 } }],
      [fileChunkCollection]: fileChunkIndexes,
      ...retentionIndexes,
    },
    sharedIndexes: retentionShared,
    tenancyGuard: "commands",
  });
  folder = createFolderStore(await mkdtemp(join(tmpdir(), "archives-")));
});
afterAll(() => db.close());

interface Note {
  _id: string;
  userId: string;
  createdAt: Date;
  file?: StoredFile;
}

const listFiles = ({ file }: Partial<Note>) => (file ? [{ ...file, name: "file" }] : []);

const kind: HistoryKind = {
  ...{ name: "notes", collections: ["notes"], timeField: "createdAt" },
  listAttachments: listFiles,
  find: (scope, search) => findByAge(scope, "notes", search),
};
const life: DataLife = {
  collections: {
    notes: {
      retention: { kept: "always" },
      personal: {
        roles: [{ identifiedBy: { userId: ["userId"] }, details: { file: undefined } }],
        listFiles,
        async onErase({ scope }, { file }: Partial<Note>) {
          if (file) await deleteFile(scope, file);
          return {};
        },
      },
    },
    ...retentionLife,
  },
};

const startedAt = new Date();

const createContext = (store: ArchiveStore, own: Database = db): RetentionContext => {
  const metrics = registerRetentionMetrics(createMetrics("kit").registry, own);
  return { db: own, logger, metrics, service: "kit", kinds: [kind], countSources: [], store, startedAt };
};
const runSweep = (context: RetentionContext) => sweep(context, new AbortController().signal);
const notes = (call: Call) => db.scope(call).collection<Note>("notes");
const rows = (call: Call) => db.scope(call).collection<ArchiveRow>("archives");

/** Two transactions of notes, one of them about Ana. Those with these numbers have a file: one of two parts, one of a single part. */
const noteCount = 150;
const contents = new Map([
  [1, randomBytes(300_000)],
  [2, Buffer.from("Hello")],
]);

async function storeContent(call: Call, content: Buffer): Promise<StoredFile> {
  const given = (async function* () {
    yield content;
  })();
  const file = await storeFile(db.scope(call), given, { bytesMax: content.length });
  await db.transaction(call, (scope) => keepFile(scope, file));
  return file;
}

async function createBusiness(): Promise<Call> {
  // Of the reads of the test itself: one round of a test takes longer than ten seconds on a busy machine.
  const call = createTestCall(newId("biz"), { deadline: Date.now() + 120_000 });
  const createdAt = (number: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, number));
  const files = new Map<number, StoredFile>();
  for (const [number, content] of contents) files.set(number, await storeContent(call, content));
  const ofNote = (number: number) => (files.has(number) ? { file: files.get(number) as StoredFile } : {});
  await notes(call).insertMany(
    Array.from({ length: noteCount }, (_, number) => ({
      ...{ _id: newId("row"), userId: number === 1 ? "ana" : `u-${number}`, createdAt: createdAt(number) },
      ...ofNote(number),
    })),
  );
  await storeRules(db, call.businessId, {
    version: 1,
    rules: { notes: { mode: "archive", days: 0 } },
    chosenAt: new Date(1),
  });
  return call;
}

async function erase(call: Call, { db: own, store } = createContext(folder)): Promise<void> {
  const options = { db: own, life, bus: {} as Bus, service: "kit", archives: store };
  const identifiers = [{ kind: "userId", value: "ana" }] as const;
  const requestId = newId("prq");
  for (let pass = 1; pass <= 2; pass += 1) {
    const own = createTestCall(call.businessId, { deadline: Date.now() + 60_000 });
    await erasePerson(options, own, { requestId, identifiers, tombstone: "erased_1", pass }, Date.now() + 50_000);
  }
}

/**
 * Each note is in the database or in one file, each file is named by a record, and nothing else is in the store. The file of a note is where
 * the note is, and nowhere else.
 */
async function expectWhole(call: Call): Promise<Note[]> {
  const archived: Note[] = [];
  const files: string[] = [];
  for (const row of await rows(call).find({})) {
    expect(row).toMatchObject({ status: "complete", unused: [] });
    files.push(row.file, row.file.replace("ndjson.gz", "manifest.json"));
    const lines = gunzipSync(await folder.get(row.file))
      .toString()
      .trimEnd()
      .split("\n");
    const read = lines.map((line) => (JSON.parse(line) as { record: Note }).record);
    archived.push(...read);
    for (const { fileId, sha256 } of read.flatMap(listFiles)) {
      const name = row.file.replace("ndjson.gz", fileId);
      const content = await folder.get(name);
      expect(createHash("sha256").update(content).digest("hex")).toBe(sha256);
      files.push(name);
    }
  }
  expect((await folder.list(`${call.businessId}/`)).toSorted()).toEqual(files.toSorted());
  const stored = await notes(call).find({});
  const parts = stored.flatMap(listFiles).map(({ bytes }) => Math.ceil(bytes / (255 * 1024)));
  const partCount = parts.reduce((sum, count) => sum + count, 0);
  expect(await db.scope(call).collection(fileChunkCollection).count({})).toBe(partCount);
  const all = [...archived, ...stored];
  expect(all).toHaveLength(noteCount);
  expect(new Set(all.map(({ _id }) => _id)).size).toBe(noteCount);
  return all;
}

/** Calls `pause` before the n-th use of the store or transaction. */
function pauseAt(
  point: number,
  pause: () => Promise<void>,
  own: Database = db,
): { context: RetentionContext; isReached: () => boolean } {
  let left = point;
  const use =
    <Given extends unknown[], Result>(work: (...given: Given) => Promise<Result>) =>
    async (...given: Given): Promise<Result> => {
      left -= 1;
      if (left === 0) await pause();
      return work(...given);
    };
  const { location, put, get, list, deleteEmptyFolder } = folder;
  const store = {
    ...{ location, deleteEmptyFolder },
    ...{ put: use(put), get: use(get), list: use(list), delete: use(folder.delete) },
  };
  const transaction: Database["transaction"] = use(own.transaction.bind(own));
  return { context: createContext(store, { ...own, transaction }), isReached: () => left <= 0 };
}

/** A database whose calls up to `endCalls` have no time left after it. */
function createSlowDatabase(): { own: Database; endCalls: () => void } {
  const calls: Call[] = [];
  const note = (call: Call): Call => {
    const noted = { ...call };
    calls.push(noted);
    return noted;
  };
  const own: Database = {
    ...db,
    scope: (call) => db.scope(note(call)),
    transaction: (call, work) => db.transaction(note(call), work),
  };
  return { own, endCalls: () => calls.forEach((call) => (call.deadline = 0)) };
}

const others: Record<string, (call: Call) => Promise<void>> = {
  "another process continues its work": () => runSweep(createContext(folder)),
  "the business keeps its history again": async ({ businessId }) => {
    await storeRules(db, businessId, { version: 2, rules: {}, chosenAt: new Date(2) });
    await runSweep(createContext(folder));
  },
  "a person is erased": erase,
};

describe.each(Object.entries(others))(
  "a process is suspended for longer than its lease, and meanwhile %s",
  (_, work) => {
    test("no record is lost or archived twice, and no unknown file remains", async () => {
      for (let point = 1; ; point += 1) {
        const call = await createBusiness();
        const leases = db.infrastructure<LeaseRow>("leases");
        const { context, isReached } = pauseAt(point, async () => {
          await leases.deleteOne({ _id: toArchiveLease(call.businessId) });
          await work(call);
        });
        await runSweep(context);
        await runSweep(createContext(folder));
        const all = await expectWhole(call);
        if (work === erase && isReached()) {
          await erase(call);
          expect((await expectWhole(call)).filter(({ userId }) => userId === "ana")).toEqual([]);
        } else expect(all.filter(({ userId }) => userId === "ana")).toHaveLength(1);
        await db.shared<RetentionRow>(retentionCollection).deleteOne({ _id: call.businessId });
        if (!isReached()) return;
      }
    });
  },
);

const slowWork: Record<string, (call: Call, context: RetentionContext) => Promise<void>> = {
  "archives history": (_call, context) => runSweep(context),
  "erases a person": erase,
};

describe.each(Object.entries(slowWork))(
  "a process that %s loses its lease during a call of the store that lasts longer than a deadline",
  (_, work) => {
    test("no record is lost, and no unknown file remains", async () => {
      for (let point = 1; ; point += 1) {
        const call = await createBusiness();
        if (work === erase) await runSweep(createContext(folder));
        const { own, endCalls } = createSlowDatabase();
        const overtake = async () => {
          await db.infrastructure<LeaseRow>("leases").deleteOne({ _id: toArchiveLease(call.businessId) });
          await work(call, createContext(folder));
          endCalls();
        };
        const { context, isReached } = pauseAt(point, overtake, own);
        // An erasure that was overtaken fails, and its caller repeats it.
        const [ended] = await Promise.allSettled([work(call, context)]);
        if (!isReached()) expect(ended).toMatchObject({ status: "fulfilled" });
        await work(call, createContext(folder));
        const all = await expectWhole(call);
        expect(all.filter(({ userId }) => userId === "ana")).toHaveLength(work === erase ? 0 : 1);
        await db.shared<RetentionRow>(retentionCollection).deleteOne({ _id: call.businessId });
        if (!isReached()) return;
      }
    });
  },
);

interface Chunk {
  _id: string;
  fileId: string;
  data: Binary;
}

const chunks = (call: Call) => db.scope(call).collection<Chunk>(fileChunkCollection);

const damages: Record<string, (call: Call, parts: readonly Chunk[]) => Promise<unknown>> = {
  "lacks a part": (call, parts) => chunks(call).deleteByIds([parts[0]?._id ?? ""]),
  "has another content": (call, [part]) =>
    chunks(call).updateOne({ _id: part?._id ?? "" }, { $set: { data: new Binary(Buffer.from("?")) } }),
};

test.each(Object.entries(damages))(
  "a record with a file that %s stays, the others are archived, and the history counts as late until the file is repaired",
  async (_, damage) => {
    const call = await createBusiness();
    const broken = (await notes(call).find({})).find(({ file }) => file);
    const fileId = broken?.file?.fileId ?? "";
    const parts = await chunks(call).find({ fileId });
    await damage(call, parts);
    const readDoneAt = async () => (await findRules(db, call.businessId))?.doneAt["notes"];
    const before = await readDoneAt();
    const warnings: unknown[] = [];
    const context = createContext(folder);
    await runSweep({ ...context, logger: { ...logger, warn: (details: unknown) => warnings.push(details) } as Logger });
    expect(await notes(call).find({})).toMatchObject([{ _id: broken?._id }]);
    expect(warnings).toMatchObject([{ err: { fileId }, businessId: call.businessId, kind: "notes" }]);
    expect(await readDoneAt()).toEqual(before);
    await chunks(call).deleteByIds(parts.map(({ _id }) => _id));
    await chunks(call).insertMany(parts);
    await runSweep(createContext(folder));
    expect(await notes(call).find({})).toEqual([]);
    expect(await readDoneAt()).not.toEqual(before);
    await expectWhole(call);
    await db.shared<RetentionRow>(retentionCollection).deleteOne({ _id: call.businessId });
  },
);

test("a process that stops writes no further attachment", async () => {
  const call = await createBusiness();
  const stopping = new AbortController();
  const written: string[] = [];
  const store: ArchiveStore = {
    ...folder,
    async put(name, content) {
      await folder.put(name, content);
      if (!name.includes(".fil_")) return;
      written.push(name);
      stopping.abort(new Error("the process stops"));
    },
  };
  await sweep(createContext(store), stopping.signal);
  expect(written).toHaveLength(1);
  await runSweep(createContext(folder));
  await expectWhole(call);
  await db.shared<RetentionRow>(retentionCollection).deleteOne({ _id: call.businessId });
});

function createMoment(): { promise: Promise<void>; resolve: () => void } {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve: () => resolve() };
}

const situations: Record<string, (call: Call) => Promise<void>> = {
  "a killed process has left a file": async () =>
    runSweep(pauseAt(3, () => Promise.reject(new Error("killed"))).context),
  "the business keeps its history again meanwhile": async () => undefined,
};

describe.each(Object.entries(situations))(
  "two processes work on a business, each suspended once; %s",
  (name, prepare) => {
    test("no record is lost or archived twice, and no unknown file remains", async () => {
      for (let point = 1; ; point += 1) {
        let isLast = false;
        for (let otherPoint = 1 + (point % 3); ; otherPoint += 3) {
          const call = await createBusiness();
          await prepare(call);
          const [hasPaused, hasEnded] = [createMoment(), createMoment()];
          let running: Promise<void> | undefined;
          const other = pauseAt(otherPoint, () => {
            hasPaused.resolve();
            return hasEnded.promise;
          });
          const { context, isReached } = pauseAt(point, async () => {
            await db.infrastructure<LeaseRow>("leases").deleteOne({ _id: toArchiveLease(call.businessId) });
            if (name.startsWith("the business"))
              await storeRules(db, call.businessId, { version: 2, rules: {}, chosenAt: new Date(2) });
            running = runSweep(other.context);
            await Promise.race([hasPaused.promise, running]);
          });
          await runSweep(context);
          hasEnded.resolve();
          await running;
          await runSweep(createContext(folder));
          await expectWhole(call);
          await db.shared<RetentionRow>(retentionCollection).deleteOne({ _id: call.businessId });
          isLast = !isReached();
          if (isLast || !other.isReached()) break;
        }
        if (isLast) return;
      }
    });
  },
);

test("a process that is killed at any use of the store leaves no file that no record names", async () => {
  for (let point = 1; ; point += 1) {
    const call = await createBusiness();
    let isKilled = false;
    const { context, isReached } = pauseAt(point, async () => {
      isKilled = true;
      throw new Error("the process was killed");
    });
    // Nothing after it either: neither in the store nor in the database.
    const dead = <Target extends object>(target: Target): Target =>
      new Proxy(target, {
        get: (_target, name) => {
          if (isKilled) throw new Error("the process was killed");
          return Reflect.get(_target, name) as unknown;
        },
      });
    const { store } = context;
    if (!store) throw new Error("there is no store");
    const [changed] = await notes(call).find({}, { limit: 1 });
    // A note that has changed is taken out of the file, so the file is replaced.
    const changing: ArchiveStore = {
      ...store,
      async get(name) {
        await notes(call).updateOne({ _id: changed?._id ?? "" }, { $set: { userId: "changed" } });
        return store.get(name);
      },
    };
    await runSweep({ ...context, store: dead(changing), db: dead(context.db) }).catch(() => undefined);
    const named = (await rows(call).find({})).flatMap(({ file, unused }) => [file, ...unused]);
    for (const name of await folder.list(`${call.businessId}/`))
      expect(named.filter((file) => name.startsWith(file.replace("ndjson.gz", "")))).toHaveLength(1);
    await db.infrastructure<LeaseRow>("leases").deleteOne({ _id: toArchiveLease(call.businessId) });
    await runSweep(createContext(folder));
    expect(await notes(call).count({})).toBe(0);
    await expectWhole(call);
    await db.shared<RetentionRow>(retentionCollection).deleteOne({ _id: call.businessId });
    if (!isReached()) return;
  }
});

test("an erasure deletes no file while the file that the record names is missing, because the database may be restored from a backup", async () => {
  const call = await createBusiness();
  await runSweep(createContext(folder));
  const [row] = await rows(call).find({});
  if (!row) throw new Error("there is no archive");
  // In this backup, the erasure had written its file and had not changed the record yet.
  const missing = row.file.replace("00000001-", "00000001-0");
  await rows(call).updateOne({ _id: row._id }, { $set: { file: missing, unused: [row.file] } });
  await expect(erase(call)).rejects.toThrow("ENOENT");
  expect(await folder.list(`${call.businessId}/`)).toHaveLength(4);
});

test("a business is not deleted while one of its archives is in another store than that of the settings", async () => {
  const call = await createBusiness();
  await runSweep(createContext(folder));
  const moved = { ...folder, location: "s3://elsewhere" };
  const data = (archives: ArchiveStore) => createBusinessData({ db, bus: {} as Bus, life, service: "kit", archives });
  const requestId = newId("request");
  await data(folder).setState(call, { state: "deleting", version: 1 });
  const own = createTestCall(call.businessId, { allowsClosed: "deleting" });
  const deleteWhole = async (archives: ArchiveStore) => {
    for (;;) if ((await data(archives).delete(own, { requestId, pass: 1 })).isComplete) return;
  };
  await expect(deleteWhole(moved)).rejects.toThrow("s3://elsewhere");
  expect(await folder.list(`${call.businessId}/`)).toHaveLength(4);
  await deleteWhole(folder);
  expect(await folder.list(`${call.businessId}/`)).toEqual([]);
});

test("a file that was not written to its end is not forgotten by a process that knows another store", async () => {
  const call = await createBusiness();
  const failing: ArchiveStore = { ...folder, get: () => Promise.reject(new Error("no answer")) };
  await runSweep(createContext(failing));
  expect(await rows(call).find({})).toMatchObject([{ status: "writing" }]);
  const elsewhere = { ...folder, location: "s3://elsewhere", list: async () => [], delete: async () => undefined };
  await runSweep(createContext(elsewhere));
  await expect(erase(call, createContext(elsewhere))).rejects.toThrow("s3://elsewhere");
  expect(await rows(call).find({})).toMatchObject([{ status: "writing" }]);
  await runSweep(createContext(folder));
  await expectWhole(call);
});

test("the history of a business that is being offboarded is not reported as late", async () => {
  const call = await createBusiness();
  const { registry } = createMetrics("kit");
  registerRetentionMetrics(registry, db);
  const read = async () => /^tenantops_retention_late_seconds\S* (\S+)$/m.exec(await registry.metrics())?.[1];
  await db
    .shared<RetentionRow>(retentionCollection)
    .updateOne({ _id: call.businessId }, { $set: { "doneAt.notes": new Date(0) } });
  expect(Number(await read())).toBeGreaterThan(86_400);
  await createBusinessData({ db, bus: {} as Bus, life, service: "kit" }).setState(call, {
    state: "closed",
    version: 1,
  });
  expect(Number(await read())).toBeLessThan(86_400);
});
