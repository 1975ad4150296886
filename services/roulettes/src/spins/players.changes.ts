import type { ErasureContext, StoredRecord } from "@tenant-ops/kit/data";
import { addToPlayer, deletePlayer } from "./players.store.js";
import { toPlayerId } from "./spins.rules.js";
import type { Player } from "./spins.types.js";

/**
 * Adds the spins and wins of an erased person to the player of the tombstone. The id of a player contains the user id, so the record is replaced;
 * a person with two user ids becomes one player.
 */
export async function moveToTombstone(
  { scope, tombstone }: ErasureContext,
  { _id, ...record }: StoredRecord & Partial<Player>,
): Promise<null> {
  const { rouletteId = "", spins = 0, wins = 0, removedSpins = 0, removedWins = 0 } = record;
  await deletePlayer(scope, _id);
  const counts = { spins, wins, removedSpins, removedWins };
  await addToPlayer(scope, { _id: toPlayerId(rouletteId, tombstone), rouletteId, userId: tombstone, ...counts });
  return null;
}
