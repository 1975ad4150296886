import type { Scope, WriteScope } from "@tenant-ops/kit";

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

/**
 * Counts spins and wins of one user. The filter holds `maxWins` again: past it the record is not found, the upsert meets it,
 * and the transaction fails.
 */
export async function countPlayer(
  scope: WriteScope,
  { rouletteId, userId, spins, wins }: Omit<Player, "_id">,
  maxWins: number,
): Promise<void> {
  await players(scope).updateOne(
    { _id: { $eq: playerId(rouletteId, userId) }, ...(wins > 0 && { wins: { $lte: maxWins - wins } }) },
    { $inc: { spins, wins }, $setOnInsert: { rouletteId, userId } },
    { upsert: true },
  );
}
