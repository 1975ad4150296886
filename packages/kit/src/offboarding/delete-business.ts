import { setTimeout as sleep } from "node:timers/promises";
import type { Call } from "../call/call.js";
import {
  openCollection,
  type PassRequest,
  type PassResult,
  type PassStep,
  type PrivacyOptions,
  runPass,
} from "../privacy/index.js";
import {
  type BusinessRecord,
  findPart,
  type LeavingCollection,
  listLeavingCollections,
} from "./business-collections.js";
import { deleteArchives } from "./delete-archives.js";
import { listEventSteps } from "./delete-events.js";
import { countDeleted, deleteAndCount, type DeletionRun, pauseMs } from "./deletion-run.js";

/** Small enough for a transaction in which parts of files are deleted. */
const recordsPerTransaction = 200;
/**
 * Goes on with a pass of the deletion of a business: records, stored answers, events that wait, events in the stream. Each batch is deleted and
 * counted in one transaction.
 * @param call of the business, with `allowsClosed: "deleting"`
 */
export async function deleteBusiness(
  options: PrivacyOptions,
  call: Call,
  request: PassRequest,
  until: number,
): Promise<Omit<PassResult, "progress">> {
  const { db, life } = options;
  const { requestId } = request;
  const ofCollections = listLeavingCollections(life).map(
    (collection): PassStep =>
      (own, position, isOver) =>
        deleteRecords({ db, call: own, requestId, isOver }, collection, position),
  );
  const ofProcess = (life.deletionSteps ?? []).map((step): PassStep => async (own, _position, isOver) => {
    const changed = await step({ db, businessId: own.businessId, requestId });
    await countAll({ db, call: own, requestId, isOver }, changed);
    return undefined;
  });
  const steps = [
    deleteArchives(options, requestId),
    ...ofCollections,
    ...listEventSteps(options, requestId),
    ...ofProcess,
  ];
  const { progress: _, ...result } = await runPass(db, call, request, steps, until);
  return result;
}

async function deleteRecords(
  run: DeletionRun,
  collection: LeavingCollection,
  position: string | undefined,
): Promise<string | undefined> {
  const { db, call, isOver } = run;
  const { onLeave } = collection.life;
  let after = position;
  do {
    const projection = onLeave ? {} : { _id: 1 };
    const part = await findPart(db, db.scope(call), collection, after ?? "", {
      limit: recordsPerTransaction,
      projection,
    });
    if (part.records.length > 0) {
      await countAll(run, (await onLeave?.(db, part.records)) ?? {});
      await deleteBatch(run, collection, part.records);
    }
    after = part.next;
    if (after !== undefined) await sleep(pauseMs);
  } while (after !== undefined && !isOver());
  return after;
}

async function deleteBatch(
  run: DeletionRun,
  { name, isShared, isById }: LeavingCollection,
  records: readonly BusinessRecord[],
): Promise<void> {
  if (isById) {
    // The only record of the business, in a collection without a field for it.
    const { deletedCount } = await run.db.shared(name).deleteOne({ _id: { $eq: run.call.businessId } });
    return countDeleted(run, name, deletedCount);
  }
  const ids = records.map(({ _id }) => _id);
  await deleteAndCount(run, name, (scope) => openCollection(scope, { name, isShared }).deleteByIds(ids));
}

async function countAll(run: DeletionRun, counts: Record<string, number>): Promise<void> {
  for (const [name, count] of Object.entries(counts)) await countDeleted(run, name, count);
}

/** Nothing is left of the business, also not that it has left. */
export async function endDeletion(
  { db }: PrivacyOptions,
  call: Call,
  { requestId, version }: { requestId: string; version: number },
): Promise<void> {
  const { businessId } = call;
  await db.closedBusinesses.setDeleted(businessId, version);
  const ofBusiness = { businessId: { $eq: businessId } };
  await db.infrastructure("sandboxFences").deleteMany(ofBusiness);
  await db.infrastructure("personErasures").deleteMany({ _id: { $eq: requestId }, ...ofBusiness });
}
