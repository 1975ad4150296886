import type { WriteScope } from "@tenant-ops/kit/data";

/** How many spins of a roulette retention has deleted. One record per roulette, with its id. */
export interface SpinCheckpoint {
  _id: string;
  spins: number;
  /** The highest number among them. */
  last: number;
}

export const spinCheckpointCollection = "spinCheckpoints";

/** Adds deleted spins to the checkpoints of their roulettes. */
export async function addToCheckpoints(scope: WriteScope, removed: readonly SpinCheckpoint[]): Promise<void> {
  const changes = removed.map(({ _id, spins, last }) => ({
    filter: { _id },
    update: { $inc: { spins }, $max: { last } },
    upsert: true,
  }));
  await scope.collection<SpinCheckpoint>(spinCheckpointCollection).updateEach(changes);
}
