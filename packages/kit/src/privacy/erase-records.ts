import { type PersonCollection, type PersonRecord, findRecords, openCollection } from "./person-records.js";
import { countChanged } from "./erasure-progress.store.js";
import { findRoles, planErasure, toUpdate } from "./erasure.rules.js";
import type { PersonIdentifier } from "../data/data-life.types.js";
import type { WriteScope } from "../data/scope.types.js";
import { createErasureCall } from "./erasure-call.js";
import { listLinkedNames } from "./linked-names.js";
import { findWindow } from "./record-windows.js";
import type { ErasureRun } from "./privacy.types.js";

/** Small enough for a transaction in which files are deleted as well. */
const recordsPerTransaction = 50;

/**
 * Changes the records of one collection that are about the person, one window of the collection after another, and in it a batch at a time.
 * @param position the last id that was looked at
 */
export async function eraseRecords(
  run: ErasureRun,
  collection: PersonCollection,
  position = "",
): Promise<string | undefined> {
  const { db, call, matcher } = run;
  const scope = db.scope(call);
  const { window, next } = await findWindow(db, scope, collection, position);
  const limit = recordsPerTransaction;
  for (let hasMore = true; hasMore;) {
    const found = await findRecords(scope, collection, matcher, { limit, window, idsOnly: true });
    if (found.length > 0)
      await eraseBatch(
        run,
        collection,
        found.map(({ _id }) => _id),
      );
    hasMore = found.length === limit;
    if (hasMore && run.isOver()) return position;
  }
  return next;
}

/**
 * Reads the records in the transaction: another process can have changed them since they were found. Other names of the person in them are
 * noted with the change, because they cannot be read afterwards.
 */
async function eraseBatch(run: ErasureRun, collection: PersonCollection, ids: readonly string[]): Promise<void> {
  const { db, call, requestId, matcher } = run;
  await db.transaction(createErasureCall(call), async (scope) => {
    const window = { range: { $in: ids }, isById: true } as const;
    const found = await findRecords(scope, collection, matcher, { limit: ids.length, window });
    const links: PersonIdentifier[] = [];
    for (const record of found) {
      links.push(...(await listLinkedNames({ db, scope, matcher }, collection, record)));
      await eraseRecord(run, scope, collection, record);
    }
    if (found.length === 0) return;
    const recordIds = found.map(({ _id }) => _id);
    await countChanged(scope, requestId, collection.name, found.length, { recordIds, links });
  });
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
