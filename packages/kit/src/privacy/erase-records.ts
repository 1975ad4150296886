import { createSystemCall } from "../call/call.js";
import { type PersonCollection, type PersonRecord, findRecords, openCollection } from "./person-records.js";
import { countChanged } from "./erasure-progress.store.js";
import { findRoles, planErasure, toUpdate } from "./erasure.rules.js";
import type { WriteScope } from "../data/scope.types.js";
import type { ErasureRun } from "./privacy.types.js";

/** Small enough for a transaction in which files are deleted as well. */
const recordsPerTransaction = 50;

/** Changes the records of one collection that are about the person, a batch at a time. @returns a position while there may be more */
export async function eraseRecords(run: ErasureRun, collection: PersonCollection): Promise<string | undefined> {
  const { db, call, requestId } = run;
  const write = createSystemCall(call.businessId, "erasure of a person", { requestId: call.requestId });
  const count = await db.transaction(write, async (scope) => {
    const found = await findRecords(scope, collection, run.matcher, { limit: recordsPerTransaction });
    for (const record of found) await eraseRecord(run, scope, collection, record);
    if (found.length > 0)
      await countChanged(
        scope,
        requestId,
        collection.name,
        found.length,
        found.map(({ _id }) => _id),
      );
    return found.length;
  });
  return count === recordsPerTransaction ? "more" : undefined;
}

async function eraseRecord(
  { db, matcher, tombstone }: ErasureRun,
  scope: WriteScope,
  collection: PersonCollection,
  record: PersonRecord,
): Promise<void> {
  const { roles, isDeleted, onErase } = collection.personal;
  const { _id } = record;
  const further = onErase ? await onErase({ db, scope, tombstone, isOfPerson: matcher.isOfPerson }, record) : {};
  if (further === null) return;
  const records = openCollection(scope, collection);
  if (isDeleted) return void (await records.deleteOne({ _id }));
  const found = findRoles(record, roles, matcher);
  // The two ways of recognising a value would differ, and the same record would be found again and again.
  if (found.length === 0) throw new Error(`${collection.name} ${_id} was found for a person who is not in it`);
  await records.updateOne({ _id }, toUpdate({ ...planErasure(record, found, tombstone), ...further }));
}
