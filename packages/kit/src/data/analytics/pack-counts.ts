import { createSystemCall } from "../../call/call.js";
import { isBusinessClosed } from "../tenancy/closed-businesses.js";
import type { Logger } from "../../telemetry/logger.js";
import { createCollectedGauge, type Metrics, setOrRemove } from "../../telemetry/metrics.js";
import { dayMs, toDay } from "../counts/count-changes.rules.js";
import type { Database } from "../database.types.js";
import { startLeasedPeriodicTask } from "../leases/leased-periodic-task.js";
import { matchOpenBusinesses } from "../tenancy/cross-business-reads.js";
import type { WriteScope } from "../tenancy/scope.types.js";
import {
  countChangeCollection,
  openCountCollection,
  type OpenCountRow,
  packedCountCollection,
  type PackedCountRow,
} from "./analytics-records.js";
import type { CountedCollection } from "./counted-collection.js";
import { startFolding } from "./fold-changes.js";
import { addToEntries, listSets, toEntries, toLevels, toPackedRows, toSetName } from "./packed-days.rules.js";

const packEveryMs = 5 * 60_000;
const staleAfterMs = 3 * packEveryMs;
/** Days that one round of the task packs; the next round follows at once when there are more. */
const daysPerRound = 200;
/** Open rows that one transaction adds to a packed day. */
const rowsPerTransaction = 2000;

/** A day of a business that is over and has counters that are not packed. */
export interface OpenDay {
  businessId: string;
  collection: string;
  day: Date;
}

/** Adds changes to the open counters, and packs days that are over, in one process at a time, which reports what is left. @returns how to stop */
export function startPacking(
  { db, logger, metrics }: { db: Database; logger: Logger; metrics: Pick<Metrics, "registry"> },
  collections: readonly CountedCollection[],
): () => Promise<void> {
  let latest: { waitsSince: Date | undefined; at: number } | undefined;
  const gauge = createCollectedGauge(metrics.registry, {
    name: "tenantops_counts_unpacked_oldest_seconds",
    help: "For how long the oldest counters of analytics have waited: days for packing, changes for the open counters; 0 without any",
    collect: async () => {
      // Another process packs now.
      const isOld = !latest || performance.now() - latest.at > staleAfterMs;
      setOrRemove(gauge, isOld ? undefined : toAgeSeconds(latest?.waitsSince));
    },
  });
  gauge.remove();
  const run = async () => {
    try {
      return await packDays(db, collections, new Date());
    } finally {
      // Also after a day that could not be packed: it is what has to be reported.
      latest = { waitsSince: await findOldest(db, new Date()), at: performance.now() };
    }
  };
  const context = { database: db, logger };
  const stops = [
    startFolding(context),
    startLeasedPeriodicTask(context, {
      name: "pack counts",
      everyMs: packEveryMs,
      runAtStart: true,
      keepsLease: true,
      run,
    }),
  ];
  return async () => void (await Promise.all(stops.map((stop) => stop())));
}

const toAgeSeconds = (since: Date | undefined): number => (since ? (Date.now() - since.getTime()) / 1000 : 0);

/** One round. A day that cannot be packed does not hold up the others. @returns whether there are more days to pack @throws AggregateError */
export async function packDays(db: Database, collections: readonly CountedCollection[], now: Date): Promise<boolean> {
  const days = await findOpenDays(db, now);
  const byName = new Map(collections.map((collection) => [collection.name, collection]));
  const failures: unknown[] = [];
  for (const day of days) {
    // A collection that this version does not know belongs to a newer one, whose processes pack it.
    const collection = byName.get(day.collection);
    if (collection) await packDay(db, collection, day).catch((error: unknown) => void failures.push(error));
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} days could not be packed`);
  return days.length === daysPerRound;
}

/** The end of the oldest day that is not packed, or the time of the oldest change that is not in the open counters, when it is earlier. */
async function findOldest(db: Database, now: Date): Promise<Date | undefined> {
  const options = { isSnapshot: false, withSandboxes: true };
  const found: Date[] = [];
  const ofOpen = matchOpenBusinesses(db.closedBusinesses);
  const ofDays = [
    ...ofOpen,
    { $match: { day: { $lt: toDay(now) } } },
    { $group: { _id: null, day: { $min: "$day" } } },
  ];
  for await (const { day } of db.acrossBusinesses<{ day: Date }>(openCountCollection, ofDays, options))
    found.push(new Date(day.getTime() + dayMs));
  const ofChanges = [...ofOpen, { $group: { _id: null, at: { $min: "$createdAt" } } }];
  for await (const { at } of db.acrossBusinesses<{ at: Date }>(countChangeCollection, ofChanges, options))
    found.push(at);
  return found.toSorted((one, other) => one.getTime() - other.getTime())[0];
}

async function findOpenDays(db: Database, now: Date): Promise<OpenDay[]> {
  const days: OpenDay[] = [];
  const stages = [
    ...matchOpenBusinesses(db.closedBusinesses),
    { $match: { day: { $lt: toDay(now) } } },
    { $group: { _id: { businessId: "$businessId", collection: "$collection", day: "$day" } } },
    { $limit: daysPerRound },
  ];
  const options = { isSnapshot: false, withSandboxes: true };
  for await (const { _id } of db.acrossBusinesses<{ _id: OpenDay }>(openCountCollection, stages, options))
    days.push(_id);
  return days;
}

/**
 * Adds the open counters of a day to its packed records and deletes them, in one transaction: a query finds each increment once, and after a crash the
 * day is packed again. A change of a day that is over makes new open counters, and the day is packed again. A business that was closed
 * stays as it is.
 */
export async function packDay(
  db: Database,
  collection: CountedCollection,
  { businessId, day }: Pick<OpenDay, "businessId" | "day">,
): Promise<void> {
  const call = createSystemCall(businessId, "pack counts");
  try {
    while (await db.transaction(call, (scope) => packRows(scope, collection, day)));
  } catch (error) {
    if (!isBusinessClosed(error)) throw error;
  }
}

/** @returns whether the day has more open rows */
async function packRows(scope: WriteScope, collection: CountedCollection, day: Date): Promise<boolean> {
  const { name } = collection;
  const open = scope.collection<OpenCountRow>(openCountCollection);
  const rows = await open.find({ collection: name, day }, { limit: rowsPerTransaction });
  if (rows.length === 0) return false;
  await addToPacked(scope, collection, day, rows);
  const { levels } = collection;
  if (levels)
    await addToPacked(
      scope,
      collection,
      null,
      rows.map((row) => toLevels(levels, row)),
    );
  await open.deleteByIds(rows.map(({ _id }) => _id));
  return rows.length === rowsPerTransaction;
}

/** @param day null for the sum of all days */
async function addToPacked(
  scope: WriteScope,
  collection: CountedCollection,
  day: Date | null,
  rows: readonly Pick<OpenCountRow, "values" | "quarters">[],
): Promise<void> {
  const packed = scope.collection<PackedCountRow>(packedCountCollection);
  const { name } = collection;
  const sets = listSets(collection);
  const before = await packed.find({ collection: name, set: { $in: sets.map(toSetName) }, day });
  const after = sets.flatMap((set) => {
    const entries = before.filter((row) => row.set === toSetName(set)).flatMap(toEntries);
    const added = addToEntries(collection, set, entries, rows);
    return toPackedRows(scope.businessId, { collection: name, set, day }, added);
  });
  await packed.deleteByIds(before.map(({ _id }) => _id));
  await packed.insertMany(after);
}
