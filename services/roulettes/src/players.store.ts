import type { Scope, WriteScope } from "@tenant-ops/kit/data";

/** What one user did at one roulette. */
export interface Player {
  /** Made from roulette and user, so that there is one and no index has to see to it. */
  _id: string;
  rouletteId: string;
  userId: string;
  spins: number;
  wins: number;
}

const players = (scope: Scope) => scope.collection<Player>("players");

export const playerId = (rouletteId: string, userId: string): string => `${rouletteId}|${userId}`;

export async function findPlayers(scope: Scope, ids: readonly string[]): Promise<Map<string, Player>> {
  const distinct = [...new Set(ids)];
  const found = await players(scope).find({ _id: { $in: distinct } }, { limit: distinct.length });
  return new Map(found.map((player) => [player._id, player]));
}

/** Nobody can have the same id meanwhile: whoever spins this roulette has its record first. */
export async function insertPlayer(scope: WriteScope, player: Player): Promise<void> {
  await players(scope).append(player);
}

/** Counts spins and wins of one user, while they stay within `maxWins`, whatever was decided before. */
export async function countPlayer(
  scope: WriteScope,
  { _id, spins, wins }: Pick<Player, "_id" | "spins" | "wins">,
  maxWins: number,
): Promise<void> {
  const counted = await players(scope).updateOne(
    { _id: { $eq: _id }, ...(wins > 0 && { wins: { $lte: maxWins - wins } }) },
    { $inc: { spins, wins } },
  );
  if (counted.modifiedCount === 0) throw new Error("a user won more than they can");
}
