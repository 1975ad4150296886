/** The spins and wins of one user at one roulette. */
export interface Player {
  /** See `toPlayerId`: derived from roulette and user, so that each pair has one record without a unique index. */
  _id: string;
  rouletteId: string;
  userId: string;
  spins: number;
  wins: number;
  /** How many of these spins and wins retention has deleted. Absent: none. */
  removedSpins?: number;
  removedWins?: number;
}

export const toPlayerId = (rouletteId: string, userId: string): string => `${rouletteId}|${userId}`;
