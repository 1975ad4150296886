import { type PersonCollection, type PersonRecord, findRecords, openCollection } from "./person-records.js";
import { countChanged } from "./erasure-progress.store.js";
import { findRoles, planErasure, toUpdate } from "./erasure.rules.js";
import type { PersonIdentifier, PersonRole } from "../data/data-life.types.js";
import type { WriteScope } from "../data/tenancy/scope.types.js";
import { listLinkedNames } from "./linked-names.js";
import { findWindow } from "./find-person.js";
import { createErasureCall, type ErasureRun } from "./privacy.types.js";

/** Small enough for a transaction in which files are deleted as well. */
const recordsPerTransaction = 50;

/**
 * Erases the person from the records of one collection, one window of the collection after another, in batches.
 * @param position the last id that was examined
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
  let rest = window;
  for (let hasMore = true; hasMore;) {
    const found = await findRecords(scope, collection, matcher, { limit, window: rest, idsOnly: true });
    if (found.length > 0)
      await eraseBatch(
        run,
        collection,
        found.map(({ _id }) => _id),
      );
    hasMore = found.length === limit;
    // The search continues after the last id, so that a record that turns out to be about another person is found only once.
    rest = { ...rest, range: { ...rest.range, $gt: found.at(-1)?._id ?? position } };
    if (hasMore && run.isOver()) return position;
  }
  return next;
}

/**
 * Reads the records again in the transaction: another process can have changed them since they were found. Other names of the person in them
 * are stored with the change, because they cannot be read afterwards.
 */
async function eraseBatch(run: ErasureRun, collection: PersonCollection, ids: readonly string[]): Promise<void> {
  const { db, call, requestId, matcher } = run;
  await db.transaction(createErasureCall(call), async (scope) => {
    const window = { range: { $in: ids }, isById: true } as const;
    const read = await findRecords(scope, collection, matcher, { limit: ids.length, window });
    const found = read.flatMap((record) => {
      const roles = findRoles(record, collection.personal.roles, matcher);
      return roles.length > 0 ? [{ record, roles }] : [];
    });
    const links: PersonIdentifier[] = [];
    for (const { record, roles } of found) {
      links.push(...(await listLinkedNames({ db, scope, matcher }, collection, record)).links);
      await eraseRecord(run, scope, collection, record, roles);
    }
    if (found.length === 0) return;
    const withDetails = found.filter(({ roles }) => roles.some(({ details }) => details));
    const recordIds = withDetails.map(({ record }) => record._id);
    await countChanged(scope, requestId, collection.name, found.length, { recordIds, links });
  });
}

async function eraseRecord(
  { db, matcher, tombstone }: ErasureRun,
  scope: WriteScope,
  collection: PersonCollection,
  record: PersonRecord,
  found: readonly PersonRole[],
): Promise<void> {
  const { isDeleted, onErase } = collection.personal;
  const { _id } = record;
  const further = onErase ? await onErase({ db, scope, tombstone, isOfPerson: matcher.isOfPerson }, record) : {};
  if (further === null) return;
  const records = openCollection(scope, collection);
  if (isDeleted) return void (await records.deleteOne({ _id }));
  await records.updateOne({ _id }, toUpdate({ ...planErasure(record, found, tombstone), ...further }));
}
