import type { Roulette } from "../roulettes/roulettes.types.js";

/** The plan of a change of the units of a gift. */
export interface GiftUnitsPlan {
  rouletteId: string;
  name: string;
  giftIndex: number;
  value: string;
  addUnits: number;
  quantityBefore: number;
  quantityAfter: number;
  /** The roulette after the change. */
  after: Roulette;
}
