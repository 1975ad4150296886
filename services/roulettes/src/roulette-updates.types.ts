import type { Roulette } from "./roulettes.types.js";

/** What updating a roulette does. */
export interface RouletteUpdatePlan {
  rouletteId: string;
  totalSpins: number;
  before: Roulette;
  after: Roulette;
  /** Only what gets another value. */
  changes: FieldChange[];
}

export interface FieldChange {
  /** As callers name it, such as `max_wins` or `gifts[1].emoji`. */
  name: string;
  /** Where it is stored, such as `maxWins` or `gifts.1.emoji`. */
  path: string;
  /** undefined removes the field. */
  value: unknown;
}
