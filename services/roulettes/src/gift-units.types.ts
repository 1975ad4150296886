import type { Roulette } from "./roulettes.types.js";

/** What changing the units of a gift does. */
export interface GiftUnitsPlan {
  rouletteId: string;
  name: string;
  giftIndex: number;
  value: string;
  addUnits: number;
  quantityBefore: number;
  quantityAfter: number;
  /** As it would be. */
  after: Roulette;
}
