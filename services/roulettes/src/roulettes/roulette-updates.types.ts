import type { Roulette } from "./roulettes.types.js";

/** The plan of an update of a roulette. */
export interface RouletteUpdatePlan {
  rouletteId: string;
  totalSpins: number;
  before: Roulette;
  after: Roulette;
  /** The fields that get another value. */
  changes: FieldChange[];
}

export interface FieldChange {
  /** The name for callers, such as `max_wins` or `gifts[1].emoji`. */
  name: string;
  /** The path in the stored record, such as `maxWins` or `gifts.1.emoji`. */
  path: string;
  /** undefined removes the field. */
  value: unknown;
}
