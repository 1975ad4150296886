import type { ErasureContext, Scope, StoredRecord, WriteScope } from "@tenant-ops/kit/data";
import { type Player, toPlayerId } from "./players.rules.js";

const players = (scope: Scope) => scope.collection<Player>("players");

/** The records among these ids (see `toPlayerId`) that exist, by id. */
export function findPlayers(scope: Scope, ids: readonly string[]): Promise<Map<string, Player>> {
  return players(scope).findByIds(ids);
}

/** The id cannot exist yet: a parallel first spin would have conflicted on the record of the roulette before. */
export async function insertPlayer(scope: WriteScope, player: Player): Promise<void> {
  await players(scope).append(player);
}

/** Adds spins and wins of one user. The filter repeats the rule, so the wins never exceed `maxWins`. */
export async function incrementPlayer(
  scope: WriteScope,
  { _id, spins, wins }: Pick<Player, "_id" | "spins" | "wins">,
  maxWins: number,
): Promise<void> {
  await players(scope).appendUpdate(
    { _id, ...(wins > 0 && { wins: { $lte: maxWins - wins } }) },
    { $inc: { spins, wins } },
  );
}

export async function deletePlayer(scope: WriteScope, playerId: string): Promise<void> {
  await players(scope).deleteOne({ _id: playerId });
}

/** Adds spins and wins to a player who may not exist yet. */
export async function addToPlayer(
  scope: WriteScope,
  { _id, spins, wins, removedSpins = 0, removedWins = 0, ...names }: Player,
): Promise<void> {
  const removed = removedSpins > 0 && { removedSpins, removedWins };
  await players(scope).updateOne({ _id }, { $inc: { spins, wins, ...removed }, $setOnInsert: names }, { upsert: true });
}

/**
 * Counts spins of players that retention deletes, because the limits still include them. The player can be missing: an erasure changes spins
 * before it adds their counts to the tombstone of the player.
 */
export async function countRemovedOfPlayers(scope: WriteScope, removed: readonly Player[]): Promise<void> {
  const changes = removed.map(({ _id, rouletteId, userId, spins, wins }) => ({
    filter: { _id },
    update: {
      $inc: { removedSpins: spins, removedWins: wins },
      $setOnInsert: { rouletteId, userId, spins: 0, wins: 0 },
    },
    upsert: true,
  }));
  await players(scope).updateEach(changes);
}

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
