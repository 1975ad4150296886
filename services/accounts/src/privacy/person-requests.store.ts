import { type Database, findSharedPage, isDuplicateKeyError, type Page, type PageRequest } from "@tenant-ops/kit/data";
import { rateLimited } from "@tenant-ops/kit/errors";
import type { IndexDescription } from "mongodb";
import { addKey, findByKey } from "../requests/request-keys.store.js";
import type { RequestKey } from "../requests/request-keys.rules.js";
import type { PersonRequest } from "./person-requests.types.js";

export const personRequestIndexes: IndexDescription[] = [
  { key: { businessId: 1, _id: 1 } },
  // One erasure at most runs for the same names.
  {
    key: { businessId: 1, "erasure.running": 1 },
    unique: true,
    partialFilterExpression: { "erasure.running": { $exists: true } },
  },
  {
    key: { businessId: 1, "erasure.slot": 1 },
    unique: true,
    partialFilterExpression: { "erasure.slot": { $exists: true } },
  },
  { key: { businessId: 1, "keys.key": 1 }, unique: true },
  { key: { businessId: 1, personHashes: 1, _id: -1 } },
  { key: { dueAt: 1 }, partialFilterExpression: { dueAt: { $exists: true } } },
];

const collection = "personRequests";
const requests = (db: Database) => db.shared<PersonRequest>(collection);

/** The largest number of erasures of a business that run at the same time. */
const runningMax = 5;
const retryAfterSeconds = 30;

/**
 * @returns the request that is stored: this one, an earlier one with its key, or one about the same person that is running
 * @throws Refusal rate_limited
 */
export async function insertRequest(db: Database, request: PersonRequest): Promise<PersonRequest> {
  const { businessId, keys, erasure } = request;
  const placed = erasure ? { ...request, erasure: { ...erasure, slot: await requireSlot(db, businessId) } } : request;
  try {
    await requests(db).insertOne(placed);
    return placed;
  } catch (error) {
    if (!isDuplicateKeyError(error)) throw error;
    const earlier =
      (await findRequestByKey(db, businessId, keys[0]?.key ?? "")) ??
      (await findRunning(db, businessId, erasure?.running ?? ""));
    // No such request: the other one has ended meanwhile, or another erasure uses the slot.
    return earlier ?? insertRequest(db, request);
  }
}

/** Finds a free slot. More erasures of one business would delay those of other businesses. @throws Refusal rate_limited */
export async function requireSlot(db: Database, businessId: string): Promise<number> {
  const filter = { businessId, "erasure.slot": { $exists: true } };
  const running = await requests(db)
    .find(filter, { projection: { "erasure.slot": 1 } })
    .toArray();
  const used = new Set(running.map(({ erasure }) => erasure?.slot));
  const free = Array.from({ length: runningMax }, (_, slot) => slot).find((slot) => !used.has(slot));
  if (free !== undefined) return free;
  throw rateLimited(
    `${runningMax} erasures of this business are running. Wait until one is completed.`,
    retryAfterSeconds,
  );
}

/** The erasure that is running for the same names. */
export function findRunning(db: Database, businessId: string, running: string): Promise<PersonRequest | null> {
  return requests(db).findOne({ businessId, "erasure.running": { $eq: running } });
}

/** Stores the key of another request that this one has answered. @throws Refusal rate_limited */
export async function keepKey(db: Database, { _id, businessId }: PersonRequest, given: RequestKey): Promise<void> {
  if (await addKey(db, collection, { _id }, given)) return;
  if (!(await findRequestByKey(db, businessId, given.key)))
    throw rateLimited("The same request was sent with too many idempotency keys. Read it instead.", retryAfterSeconds);
}

export const findRequestByKey = (db: Database, businessId: string, key: string): Promise<PersonRequest | null> =>
  findByKey<PersonRequest>(db, collection, businessId, key);

export function findRequest(db: Database, businessId: string, requestId: string): Promise<PersonRequest | null> {
  return requests(db).findOne({ _id: { $eq: requestId }, businessId });
}

/** The last completed erasure with all of these names that has covered everything until after this time. */
export function findLastErasure(
  db: Database,
  businessId: string,
  personHashes: readonly string[],
  after: Date,
): Promise<PersonRequest | null> {
  const filter = {
    businessId,
    personHashes: { $all: [...personHashes] },
    kind: "erasure",
    status: "completed",
    "erasure.coversUntil": { $gt: after },
  } as const;
  return requests(db).findOne(filter, { sort: { _id: -1 } });
}

export function listRequests(db: Database, businessId: string, page: PageRequest): Promise<Page<PersonRequest>> {
  return findSharedPage(requests(db), { businessId }, page, "newest first");
}

const dueMax = 1000;

/** Requests that are due, the earliest `dueAt` first. */
export function findDueRequests(db: Database, now: Date): Promise<Pick<PersonRequest, "_id" | "businessId">[]> {
  const options = { sort: { dueAt: 1 }, limit: dueMax, projection: { businessId: 1 } } as const;
  return requests(db)
    .find({ dueAt: { $lte: now } }, options)
    .toArray();
}

/** Stores the progress of a pass. Does nothing when another process has begun the next pass. */
export async function saveProgress(
  db: Database,
  { _id, erasure }: PersonRequest,
  { records, identifiers = [], namesLeftOut = 0 }: Pick<PersonRequest, "records" | "identifiers" | "namesLeftOut">,
  dueAt: Date,
  nextPassAt?: Date,
): Promise<void> {
  const next = nextPassAt && { "erasure.passStartedAt": nextPassAt, "erasure.pass": (erasure?.pass ?? 0) + 1 };
  const filter = { _id, status: "running" as const, "erasure.pass": erasure?.pass ?? 0 };
  await requests(db).updateOne(filter, { $set: { records, identifiers, namesLeftOut, dueAt, ...next } });
}

export async function completeErasure(
  db: Database,
  { _id, businessId, personHashes, identifiers = [] }: PersonRequest,
  times: { completedAt: Date; coversUntil: Date },
): Promise<void> {
  const { completedAt, coversUntil } = times;
  // Exports of the same person still contain the names: they end too, also when another name of the person was given.
  const names = identifiers.map(({ value }) => value);
  const ofPerson = [{ personHashes: { $in: personHashes } }, { "identifiers.value": { $in: names } }];
  await requests(db).updateMany(
    { businessId, kind: "export", $or: ofPerson },
    { $unset: { identifiers: true, dueAt: true }, $set: { downloadUntil: completedAt } },
  );
  await requests(db).updateOne(
    { _id },
    {
      $set: { status: "completed", completedAt, "erasure.coversUntil": coversUntil },
      $unset: { identifiers: true, dueAt: true, "erasure.running": true, "erasure.slot": true },
    },
  );
}

/** Ends an export: it cannot be downloaded any more. */
export async function endExport(db: Database, { _id }: PersonRequest): Promise<void> {
  await requests(db).updateOne({ _id, kind: "export" }, { $unset: { identifiers: true, dueAt: true } });
}

/** When the oldest running erasure was requested. */
export async function findOldestRunning(db: Database): Promise<Date | undefined> {
  const filter = { dueAt: { $exists: true }, status: "running" as const };
  const found = await requests(db).findOne(filter, { sort: { requestedAt: 1 }, projection: { requestedAt: 1 } });
  return found?.requestedAt;
}
