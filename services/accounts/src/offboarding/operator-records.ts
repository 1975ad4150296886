import { isSandboxId } from "@tenant-ops/kit/call";
import type { PassRun, PassStep } from "@tenant-ops/kit/data";
import type { NamedWrite } from "../requests/named-writes.store.js";
import { deleteChanges } from "../changes/changes.store.js";
import type { OperatorCall } from "../operators/operator-calls.store.js";
import { deleteSandboxOf } from "../sandboxes/sandboxes.store.js";

const timeoutMs = 10_000;

/** The steps of a deletion for collections that do not belong to a business. */
export const deletionSteps: readonly PassStep[] = [forgetInOperatorRecords, forgetSandboxAndChanges];

async function forgetSandboxAndChanges({ db, call, count }: PassRun): Promise<undefined> {
  await count("sandboxes", await deleteSandboxOf(db, call.businessId));
  await deleteChanges(db, call.businessId);
}

/**
 * Changes the records of operator calls that name a deleted business. The record of a call is kept for its usual time, with the id of the request
 * in place of the id of the business; stored answers are deleted. Operators do not name sandboxes, and the answer that has the key of one is still
 * needed when it was emptied.
 */
async function forgetInOperatorRecords(run: PassRun): Promise<undefined> {
  if (isSandboxId(run.call.businessId)) return;
  await run.count("operatorCalls", await forgetInCalls(run));
  await run.count("operatorWrites", await deleteWrites(run));
}

async function forgetInCalls({ db, call: { businessId }, requestId }: PassRun): Promise<number> {
  const filter = { $or: [{ businessId: { $eq: businessId } }, { created: { $eq: businessId } }] };
  const replace = (field: string) => ({
    $replaceAll: { input: `$${field}`, find: businessId, replacement: requestId },
  });
  const change = {
    path: replace("path"),
    businessId: requestId,
    created: { $cond: [{ $eq: ["$created", businessId] }, requestId, "$created"] },
  };
  const { modifiedCount } = await db
    .shared<OperatorCall>("operatorCalls")
    .updateMany(filter, [{ $set: change }], { maxTimeMS: timeoutMs });
  return modifiedCount;
}

const batchSize = 100;

/** The id of such a row contains the path, and its answer the business. Rows are kept for a day, so there are few. */
async function deleteWrites({ db, call: { businessId } }: PassRun): Promise<number> {
  const writes = db.shared<NamedWrite>("operatorWrites");
  let ids: string[] = [];
  let deleted = 0;
  const remove = async () => {
    if (ids.length > 0) deleted += (await writes.deleteMany({ _id: { $in: ids } })).deletedCount;
    ids = [];
  };
  for await (const write of writes.find({}, { batchSize, maxTimeMS: timeoutMs })) {
    if (JSON.stringify(write).includes(businessId)) ids.push(write._id);
    if (ids.length === batchSize) await remove();
  }
  await remove();
  return deleted;
}
