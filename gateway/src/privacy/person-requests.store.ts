import { type Database, findSharedPage, isDuplicateKeyError, type Page, type PageRequest } from "@tenant-ops/kit/data";
import type { IndexDescription } from "mongodb";
import type { PersonRequest } from "./person-requests.types.js";

export const personRequestIndexes: IndexDescription[] = [
  { key: { businessId: 1, _id: 1 } },
  { key: { businessId: 1, idempotencyKey: 1 }, unique: true },
  // Of two requests about the same person, one runs.
  {
    key: { businessId: 1, "erasure.running": 1 },
    unique: true,
    partialFilterExpression: { "erasure.running": { $exists: true } },
  },
  { key: { businessId: 1, personHashes: 1, _id: -1 } },
  { key: { dueAt: 1 }, partialFilterExpression: { dueAt: { $exists: true } } },
];

const requests = (db: Database) => db.shared<PersonRequest>("personRequests");

/** @returns the request that is stored: this one, an earlier one with its key, or one about the same person that is running */
export async function insertRequest(db: Database, request: PersonRequest): Promise<PersonRequest> {
  const { businessId, idempotencyKey, erasure } = request;
  try {
    await requests(db).insertOne(request);
    return request;
  } catch (error) {
    if (!isDuplicateKeyError(error)) throw error;
    const earlier =
      (await findByKey(db, businessId, idempotencyKey)) ??
      (await requests(db).findOne({ businessId, "erasure.running": { $eq: erasure?.running ?? "" } }));
    // The other one has ended meanwhile.
    return earlier ?? insertRequest(db, request);
  }
}

export function findByKey(db: Database, businessId: string, idempotencyKey: string): Promise<PersonRequest | null> {
  return requests(db).findOne({ businessId, idempotencyKey: { $eq: idempotencyKey } });
}

export function findRequest(db: Database, businessId: string, requestId: string): Promise<PersonRequest | null> {
  return requests(db).findOne({ _id: { $eq: requestId }, businessId });
}

/** The last erasure of a person with one of these names that is complete. */
export function findLastErasure(
  db: Database,
  businessId: string,
  personHashes: readonly string[],
): Promise<PersonRequest | null> {
  const filter = {
    businessId,
    personHashes: { $in: [...personHashes] },
    kind: "erasure",
    status: "completed",
  } as const;
  return requests(db).findOne(filter, { sort: { _id: -1 } });
}

export function listRequests(db: Database, businessId: string, page: PageRequest): Promise<Page<PersonRequest>> {
  return findSharedPage(requests(db), { businessId }, page, "newest first");
}

/** Requests that a process has to work on, those that wait longest first. */
export function findDueRequests(db: Database, now: Date, limit: number): Promise<PersonRequest[]> {
  return requests(db)
    .find({ dueAt: { $lte: now } }, { sort: { dueAt: 1 }, limit })
    .toArray();
}

/** Notes how far the pass has come. Only for the pass that was worked on: another process may have begun the next one. */
export async function saveProgress(
  db: Database,
  { _id, erasure }: PersonRequest,
  { records, identifiers = [] }: Pick<PersonRequest, "records" | "identifiers">,
  dueAt: Date,
  nextPassAt?: Date,
): Promise<void> {
  const next = nextPassAt && { "erasure.passStartedAt": nextPassAt, "erasure.pass": (erasure?.pass ?? 0) + 1 };
  const filter = { _id, status: "running" as const, "erasure.pass": erasure?.pass ?? 0 };
  await requests(db).updateOne(filter, { $set: { records, identifiers, dueAt, ...next } });
}

export async function completeErasure(
  db: Database,
  { _id, businessId, personHashes }: PersonRequest,
  times: { completedAt: Date; coversUntil: Date },
): Promise<void> {
  const { completedAt, coversUntil } = times;
  // Exports of the same person still have the names.
  await requests(db).updateMany(
    { businessId, kind: "export", personHashes: { $in: personHashes } },
    { $unset: { identifiers: true, dueAt: true }, $set: { downloadUntil: completedAt } },
  );
  await requests(db).updateOne(
    { _id },
    {
      $set: { status: "completed", completedAt, "erasure.coversUntil": coversUntil },
      $unset: { identifiers: true, dueAt: true, "erasure.running": true },
    },
  );
}

/** The export cannot be downloaded any more. */
export async function endExport(db: Database, { _id }: PersonRequest): Promise<void> {
  await requests(db).updateOne({ _id, kind: "export" }, { $unset: { identifiers: true, dueAt: true } });
}

/** When the oldest erasure that is running was requested. */
export async function findOldestRunning(db: Database): Promise<Date | undefined> {
  const filter = { dueAt: { $exists: true }, status: "running" as const };
  const found = await requests(db).findOne(filter, { sort: { requestedAt: 1 }, projection: { requestedAt: 1 } });
  return found?.requestedAt;
}
