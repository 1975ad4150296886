import type { Scope, WriteScope } from "@tenant-ops/kit/data";

/** The balance of a ledger after its deleted rows; the remaining rows follow from it. One record per center stock, with its id. */
export interface LedgerCheckpoint {
  _id: string;
  /** `seq` of the last deleted row, which is also the number of deleted rows. */
  seq: number;
  /** What the center held after that row. */
  quantity: number;
  /** Time of that row. */
  at: Date;
}

export const ledgerCheckpointCollection = "ledgerCheckpoints";

const checkpoints = (scope: Scope) => scope.collection<LedgerCheckpoint>(ledgerCheckpointCollection);

export function findCheckpoints(
  scope: Scope,
  centerStockIds: Iterable<string>,
): Promise<Map<string, LedgerCheckpoint>> {
  return checkpoints(scope).findByIds(centerStockIds);
}

export async function saveCheckpoints(scope: WriteScope, moved: readonly LedgerCheckpoint[]): Promise<void> {
  const changes = moved.map(({ _id, ...checkpoint }) => ({
    filter: { _id },
    update: { $set: checkpoint },
    upsert: true,
  }));
  await checkpoints(scope).updateEach(changes);
}
