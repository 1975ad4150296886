import type { ErasedRecordRow } from "../data/infrastructure.js";
import type { Scope, WriteScope } from "../data/scope.types.js";

// Which records an erasure has changed. A row each, because a document holds 600,000 ids at most, and adding to a long array reads all of it.

type ErasedRecord = Omit<ErasedRecordRow, "businessId">;

const erased = (scope: Scope) => scope.collection<ErasedRecord>("personErasures");
const toRowId = (requestId: string, recordId: string): string => `${requestId}|${recordId}`;

const idsPerRead = 1000;
const idsPerDeletion = 5000;

/** In the transaction that changes the records. A record that is changed again is noted already. */
export async function noteErased(scope: WriteScope, requestId: string, recordIds: readonly string[]): Promise<void> {
  await erased(scope).updateEach(
    recordIds.map((id) => ({
      filter: { _id: toRowId(requestId, id) },
      update: { $setOnInsert: { createdAt: scope.now } },
      upsert: true,
    })),
  );
}

/** Those of the ids whose records the erasure has changed. */
export async function findErased(
  scope: Scope,
  requestId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (let start = 0; start < ids.length; start += idsPerRead) {
    const rowIds = ids.slice(start, start + idsPerRead).map((id) => toRowId(requestId, id));
    const rows = await erased(scope).findByIds(rowIds, { projection: { _id: 1 } });
    for (const rowId of rows.keys()) found.add(rowId.slice(requestId.length + 1));
  }
  return found;
}

/** @param until milliseconds since 1970 after which no further part is begun */
export async function deleteErased(scope: Scope, requestId: string, until: number): Promise<void> {
  // "}" is the character after "|".
  const range = { $gt: toRowId(requestId, ""), $lt: `${requestId}}` };
  for (let count = idsPerDeletion; count === idsPerDeletion && Date.now() < until;) {
    const rows = await erased(scope).find({ _id: range }, { limit: idsPerDeletion, projection: { _id: 1 } });
    count = rows.length;
    if (count > 0) await erased(scope).deleteByIds(rows.map(({ _id }) => _id));
  }
}
