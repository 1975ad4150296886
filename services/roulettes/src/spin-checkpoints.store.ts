import type { IndexDescription, WriteScope } from "@tenant-ops/kit/data";

/** How many spins of a roulette were deleted because their time was over. One record per roulette, with its id. */
export interface SpinCheckpoint {
  _id: string;
  spins: number;
  /** The highest number among them. */
  last: number;
}

export const spinCheckpointCollection = "spinCheckpoints";

/** They are found by their ids. */
export const spinCheckpointIndexes: IndexDescription[] = [];

/** Adds deleted spins to what is kept of their roulettes. */
export async function addToCheckpoints(scope: WriteScope, removed: readonly SpinCheckpoint[]): Promise<void> {
  const changes = removed.map(({ _id, spins, last }) => ({
    filter: { _id },
    update: { $inc: { spins }, $max: { last } },
    upsert: true,
  }));
  await scope.collection<SpinCheckpoint>(spinCheckpointCollection).updateEach(changes);
}
