import { setTimeout as sleep } from "node:timers/promises";
import type { Collection, Db, Document, Filter } from "mongodb";
import type { MigrationRow, RecordChange, StepProgress } from "./migrations.types.js";

/** Number of records that one command examines. It bounds how long the command runs when few records match. */
const windowSize = 1000;
/** A second pass is for the records that services changed during the first one. More than a few are a mistake of the step. */
const passesMax = 10;

type RawRow = Document & { _id: string };

interface ChangeRun {
  mongo: Db;
  rows: Collection<MigrationRow>;
  version: number;
  /** The number of this call within the step, counted from 1: a step can change a collection twice. */
  number: number;
  /** Aborted when another job has the lease. */
  signal: AbortSignal;
}

/**
 * Changes records in batches. After each batch its last id is stored with the step, and the job pauses for as long as the batch took, so it uses at
 * most half the capacity of one connection. The filter of an update repeats the values from which it was computed, so that no change of a service is
 * overwritten.
 */
export async function changeRecords(run: ChangeRun, change: RecordChange): Promise<void> {
  const row = await run.rows.findOne({ _id: run.version });
  let start = row?.progress?.[nameCall(run, change)];
  for (let passes = 1; !(await changeAll(run, change, start)); passes += 1) {
    if (passes === passesMax) throw new Error(`records of ${change.collection} changed meanwhile in ${passes} passes`);
    start = undefined;
  }
}

/** @returns whether no service has changed a record between its read and its update; otherwise all records are examined again */
async function changeAll(run: ChangeRun, change: RecordChange, start?: StepProgress): Promise<boolean> {
  const records = run.mongo.collection<RawRow>(change.collection);
  let after = start?.after;
  for (let isUnchanged = start?.isUnchanged ?? true; ;) {
    run.signal.throwIfAborted();
    const begunAt = performance.now();
    const beyond = after === undefined ? {} : { $gt: after };
    const last = await findLastOfWindow(records, beyond);
    if (last === undefined) return isUnchanged;
    const window = { _id: { ...beyond, $lte: last } } as Filter<RawRow>;
    const { planned, matched } = await changeWindow(run.mongo, change, window);
    isUnchanged &&= planned === matched;
    after = last;
    const progress = { [`progress.${nameCall(run, change)}`]: { after, isUnchanged } };
    await run.rows.updateOne({ _id: run.version }, { $set: progress, $inc: { changed: matched } });
    await sleep(performance.now() - begunAt, undefined, { signal: run.signal });
  }
}

const nameCall = ({ number }: ChangeRun, { collection }: RecordChange): string => `${number}-${collection}`;

const byId = { sort: { _id: 1 }, hint: { _id: 1 } } as const;

/** Finds the id at the end of a window, from the index of the ids alone. */
async function findLastOfWindow(records: Collection<RawRow>, beyond: object): Promise<unknown> {
  const options = { ...byId, projection: { _id: 1 } };
  const filter = (Object.keys(beyond).length > 0 ? { _id: beyond } : {}) as Filter<RawRow>;
  const full = await records.findOne(filter, { ...options, skip: windowSize - 1 });
  const last = full ?? (await records.findOne(filter, { ...options, sort: { _id: -1 } }));
  return last?._id;
}

async function changeWindow(
  mongo: Db,
  { collection, filter, fields, toUpdate }: RecordChange,
  window: Filter<RawRow>,
): Promise<{ planned: number; matched: number }> {
  const records = mongo.collection<RawRow>(collection);
  const projection = Object.fromEntries(["_id", "businessId", ...fields].map((field) => [field, 1]));
  const lacking = filter as Filter<RawRow>;
  const found = await records.find({ $and: [window, lacking] }, { ...byId, projection }).toArray();
  const updates = found.map((record) => {
    const asRead = Object.fromEntries(fields.map((field) => [field, (record[field] as unknown) ?? null]));
    // With the business, because the collection may be sharded by it.
    const { _id, businessId } = record;
    const owner = businessId === undefined ? {} : { businessId: businessId as unknown };
    const unchanged = { _id, ...owner, ...asRead } as Filter<RawRow>;
    return { updateOne: { filter: { $and: [unchanged, lacking] }, update: toUpdate(record) } };
  });
  if (updates.length === 0) return { planned: 0, matched: 0 };
  const { matchedCount } = await records.bulkWrite(updates, { ordered: false });
  return { planned: updates.length, matched: matchedCount };
}
