/** The four kinds of gift. The code decides by the name; the catalogue gives each name its id. */
export type GiftTypeName = "Fisico" | "Porcentaje" | "Perder" | "Points";

export interface GiftType {
  _id: string;
  name: GiftTypeName;
  meaning: string;
}

export interface RouletteType {
  /** The name. Callers use the number `id`. */
  _id: string;
  id: number;
  name: string;
  supportsExpiry: boolean;
  meaning: string;
}

/** The official gift and roulette types, as they are stored. */
export interface Catalogue {
  giftTypes: readonly GiftType[];
  rouletteTypes: readonly RouletteType[];
}

/** A gift of a roulette. Its index identifies it, because gifts are never added, moved or removed. */
export interface Gift {
  value: string;
  message: string;
  probability: number;
  typeOfGift: { _id: string; name: GiftTypeName };
  emoji?: string;
  /** Remaining units; absent means no limit. */
  quantity?: number;
  itemId?: string;
  guaranteedForFirstTimers: boolean;
  winInterval: number;
  fallback?: string;
  /** Number of the last spin of the roulette that won this gift. */
  lastWonSpin?: number;
}

/** A copy of the gift at the time of the spin. */
export interface DrawnGift {
  index: number;
  value: string;
  message: string;
  emoji?: string;
  typeOfGift: { _id: string; name: GiftTypeName };
}
