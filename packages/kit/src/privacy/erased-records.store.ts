import type { ErasedRecordRow } from "../data/infrastructure.js";
import type { Scope } from "../data/tenancy/scope.types.js";

// The records that an erasure has changed, one row each: a document holds 390,000 ids at most, and adding to a long array reads all of it.

type ErasedRecord = Omit<ErasedRecordRow, "businessId">;

const erased = (scope: Scope) => scope.collection<ErasedRecord>("personErasures");
const toRowId = (requestId: string, recordId: string): string => `${requestId}|${recordId}`;
/** "}" is the character after "|". */
const toRange = (requestId: string) => ({ $gt: `${requestId}|`, $lt: `${requestId}}` });

const idsPerRead = 1000;
const idsPerDeletion = 5000;

/** Call it in the transaction that changes the records. It does nothing for a record that has a row already. */
export async function noteErased(scope: Scope, requestId: string, recordIds: readonly string[]): Promise<void> {
  await erased(scope).updateEach(
    recordIds.map((id) => ({
      filter: { _id: toRowId(requestId, id) },
      update: { $setOnInsert: { createdAt: scope.now } },
      upsert: true,
    })),
  );
}

/** The ids among these whose records the erasure has changed. */
export async function findErased(
  scope: Scope,
  requestId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  if ((await erased(scope).findOne({ _id: toRange(requestId) }, { projection: { _id: 1 } })) === null) return found;
  for (let start = 0; start < ids.length; start += idsPerRead) {
    const rowIds = ids.slice(start, start + idsPerRead).map((id) => toRowId(requestId, id));
    const rows = await erased(scope).findByIds(rowIds, { projection: { _id: 1 } });
    for (const rowId of rows.keys()) found.add(rowId.slice(requestId.length + 1));
  }
  return found;
}

/** @param until milliseconds since 1970 after which no further part is begun @returns whether no rows remain */
export async function deleteErased(scope: Scope, requestId: string, until: number): Promise<boolean> {
  const options = { limit: idsPerDeletion, projection: { _id: 1 } };
  for (;;) {
    const rows = await erased(scope).find({ _id: toRange(requestId) }, options);
    if (rows.length > 0) await erased(scope).deleteByIds(rows.map(({ _id }) => _id));
    if (rows.length < idsPerDeletion) return true;
    if (Date.now() >= until) return false;
  }
}
