import type { Filter, UpdateFilter } from "mongodb";
import type { PersonIdentifier } from "../data/data-life.types.js";
import { isDuplicateKeyError } from "../data/ids.js";
import type { PersonErasureRow } from "../data/infrastructure.js";
import type { Scope, WriteScope } from "../data/tenancy/scope.types.js";
import { deleteErased, noteErased } from "./erased-records.store.js";
import { linksMax } from "./linked-names.js";

/** The progress of an erasure in this service. */
export type ErasureProgress = Omit<PersonErasureRow, "businessId">;

const erasures = (scope: Scope) => scope.collection<ErasureProgress>("personErasures");

/** Begins a pass or continues it. @returns the progress of the pass, or of the present pass when a later one has begun */
export async function openPass(scope: Scope, requestId: string, pass: number): Promise<ErasureProgress> {
  const begin = { pass, changedInPass: 0, doneSteps: 0 };
  const first = { _id: requestId, changed: {}, createdAt: scope.now, ...begin };
  await erasures(scope)
    .insertOne(first)
    .catch((error: unknown) => {
      if (!isDuplicateKeyError(error)) throw error;
    });
  await erasures(scope).updateOne({ _id: requestId, pass: { $lt: pass } }, { $set: begin, $unset: { position: true } });
  return requireProgress(await erasures(scope).findById(requestId));
}

/**
 * Stores that a part of a step is done.
 * @param position where the step continues; undefined when it is complete
 */
export async function saveStep(
  scope: Scope,
  { _id, pass, doneSteps, position: before }: ErasureProgress,
  position: string | undefined,
): Promise<ErasureProgress> {
  // Of two processes in the same step, only one stores its position. In the filter, null also matches an absent field.
  const filter = { _id, pass, doneSteps, position: before ?? null } as Filter<ErasureProgress>;
  const next =
    position === undefined ? { $inc: { doneSteps: 1 }, $unset: { position: true as const } } : { $set: { position } };
  await erasures(scope).updateOne(filter, next);
  return requireProgress(await erasures(scope).findById(_id));
}

/** Call it in the transaction that changes the records: a change is then counted once, and only if it is committed. */
export async function countChanged(
  scope: WriteScope,
  requestId: string,
  collection: string,
  count: number,
  { recordIds = [], links = [] }: { recordIds?: readonly string[]; links?: readonly PersonIdentifier[] } = {},
): Promise<void> {
  const counts = { $inc: { changedInPass: count, [`changed.${collection}`]: count } };
  const filter = { _id: requestId, ...(links.length > 0 && isBelowMax) } as Filter<ErasureProgress>;
  const withLinks = { ...counts, ...(links.length > 0 && { $addToSet: { links: { $each: [...links] } } }) };
  const { matchedCount } = await erasures(scope).updateOne(filter, withLinks);
  if (matchedCount === 0) await countWithoutLinks(scope, requestId, counts);
  await noteErased(scope, requestId, recordIds);
}

/** Further names are not stored: the request has too many already. */
const isBelowMax = { [`links.${linksMax - 1}`]: { $exists: false } };

async function countWithoutLinks(scope: WriteScope, requestId: string, counts: UpdateFilter<ErasureProgress>) {
  const { matchedCount } = await erasures(scope).updateOne({ _id: requestId }, counts);
  if (matchedCount === 0) throw new Error(`the erasure ${requestId} has ended`);
}

/** The progress of a request; null before its first part. */
export async function findProgress(scope: Scope, requestId: string): Promise<ErasureProgress | null> {
  return erasures(scope).findById(requestId);
}

/** @param until milliseconds since 1970 after which no further part is begun @returns whether everything is deleted */
export async function deleteProgress(scope: Scope, requestId: string, until: number): Promise<boolean> {
  if (!(await deleteErased(scope, requestId, until))) return false;
  await erasures(scope).deleteOne({ _id: requestId });
  return true;
}

function requireProgress(found: ErasureProgress | null): ErasureProgress {
  if (!found) throw new Error("the erasure was ended meanwhile");
  return found;
}
