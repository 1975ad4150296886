import { setTimeout as sleep } from "node:timers/promises";
import type { Call } from "../call/call.js";
import type { CollectionLife, PassRun, PassStep } from "../data/data-life.types.js";
import {
  countChanged,
  openCollection,
  type PassRequest,
  type PassResult,
  type PrivacyOptions,
  runPass,
} from "../privacy/index.js";
import { countArchives, deleteAllFiles, findElsewhere, hasArchives, requirePlace } from "../retention/index.js";
import {
  type BusinessRecord,
  findPart,
  listOffboardingCollections,
  type OffboardingCollection,
} from "./business-collections.js";
import { listEventSteps, pauseMs } from "./delete-events.js";

/** Small enough for a transaction in which parts of files are deleted. */
const recordsPerTransaction = 200;
/** Each of these records has its own transaction; more of them would not end before the caller's timeout. */
const recordsWithHook = 50;

/**
 * Continues a pass of the deletion of a business: records, stored answers, events in the outbox and inbox, events in the stream. Each batch is
 * deleted and counted in one transaction.
 * @param call of the business, with `allowsClosed: "deleting"`
 */
export async function deleteBusiness(
  options: PrivacyOptions,
  call: Call,
  request: PassRequest,
  until: number,
): Promise<PassResult> {
  const { db, life } = options;
  const ofCollections = listOffboardingCollections(life).map(
    (collection): PassStep =>
      (run, position) =>
        deleteRecords(run, collection, position),
  );
  const steps = [deleteArchives(options), ...ofCollections, ...listEventSteps(options), ...(life.deletionSteps ?? [])];
  const { progress: _, ...result } = await runPass(db, call, request, steps, until);
  return result;
}

async function deleteRecords(
  run: PassRun,
  collection: OffboardingCollection,
  position: string | undefined,
): Promise<string | undefined> {
  const { db, call, isOver } = run;
  const { onBusinessDeletion } = collection.life;
  let after = position;
  do {
    const projection = onBusinessDeletion ? {} : { _id: 1 };
    const part = await findPart(db, db.scope(call), collection, after ?? "", {
      limit: onBusinessDeletion ? recordsWithHook : recordsPerTransaction,
      projection,
    });
    if (onBusinessDeletion)
      for (const record of part.records) await deleteWithHook(run, collection, record, onBusinessDeletion);
    else if (part.records.length > 0) await deleteBatch(run, collection, part.records);
    after = part.next;
    if (after !== undefined) await sleep(pauseMs);
  } while (after !== undefined && !isOver());
  return after;
}

async function deleteBatch(
  run: PassRun,
  { name, isShared, isById }: OffboardingCollection,
  records: readonly BusinessRecord[],
): Promise<void> {
  if (isById) {
    // The only record of the business, in a collection without a field for it.
    const { deletedCount } = await run.db.shared(name).deleteOne({ _id: { $eq: run.call.businessId } });
    return run.count(name, deletedCount);
  }
  const ids = records.map(({ _id }) => _id);
  await run.change(name, (scope) => openCollection(scope, { name, isShared }).deleteByIds(ids));
}

/** One transaction per record: what the hook has read is still true when the records are deleted. */
async function deleteWithHook(
  run: PassRun,
  collection: OffboardingCollection,
  record: BusinessRecord,
  onBusinessDeletion: NonNullable<CollectionLife["onBusinessDeletion"]>,
): Promise<void> {
  const { db, requestId } = run;
  await run.change(collection.name, async (scope) => {
    const counts = Object.entries(await onBusinessDeletion({ db, scope }, record));
    for (const [other, count] of counts) if (count > 0) await countChanged(scope, requestId, other, count);
    return openCollection(scope, collection).deleteByIds([record._id]);
  });
}

/** Call it when no records of the business remain: deletes its state and the progress of the deletion too. */
export async function endDeletion(
  { db }: PrivacyOptions,
  call: Call,
  { requestId, version }: { requestId: string; version: number },
): Promise<void> {
  const { businessId } = call;
  await db.closedBusinesses.setDeleted(businessId, version);
  await db.infrastructure("personErasures").deleteMany({ _id: { $eq: requestId }, businessId: { $eq: businessId } });
}

/**
 * Deletes the archives of a business, before the records that name them. It also deletes files that no record names, which a crash can
 * have left.
 */
function deleteArchives({ life, service, archives }: PrivacyOptions): PassStep {
  return async ({ db, call, isOver, count }, position) => {
    if (!hasArchives(life)) return undefined;
    if (!archives) {
      // Otherwise the receipt would say that nothing remains.
      if ((await countArchives(db.scope(call))) > 0)
        throw new Error("the business has archives, and neither ARCHIVE_DIR nor ARCHIVE_S3_BUCKET is set");
      return undefined;
    }
    const elsewhere = await findElsewhere(db.scope(call), archives.location);
    if (elsewhere) requirePlace(elsewhere, archives.location);
    const { businessId } = call;
    for (;;) {
      const deleted = await deleteAllFiles(archives, { businessId, service }, isOver);
      await count("archiveFiles", deleted);
      if (deleted === 0) return undefined;
      if (isOver()) return position ?? businessId;
    }
  };
}
