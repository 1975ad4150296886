import type { IndexDescription, Scope, WriteScope } from "@tenant-ops/kit/data";

/** What the deleted rows of a ledger added up to: the ledger goes on from here. One record per center stock, with its id. */
export interface LedgerCheckpoint {
  _id: string;
  /** Of the last deleted row; so many rows were deleted. */
  seq: number;
  /** What the center held after that row. */
  quantity: number;
  /** Of that row. */
  at: Date;
}

export const ledgerCheckpointCollection = "ledgerCheckpoints";

/** They are found by their ids. */
export const ledgerCheckpointIndexes: IndexDescription[] = [];

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
