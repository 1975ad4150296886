import type { Catalogue, Gift } from "../gifts/gifts.types.js";
import type { Item } from "../gifts/items.types.js";

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

/** A roulette before it has an id, a creation time and counters. */
export interface PlannedRoulette {
  name: string;
  gifts: Gift[];
  typeOfRoulette: { id: number; name: string };
  timeToWin: number;
  timeToLose: number;
  textToWin: string;
  textToLose: string;
  termsAndConditions: string;
  timeUnit: "hours" | "days";
  timeToExpire: number;
  maxWins: number;
  isActive: boolean;
  country: string;
  /** Copied from the type at creation, so that a later change of the type does not change prizes already won. */
  prizesExpire: boolean;
}

/** Settings of the page of a roulette; tools do not have them. */
export interface PageSettings {
  /** How often a visitor of the page may spin in total. Absent: once. */
  spinsPerVisitor?: number;
}

/** A roulette as it is stored. */
export interface Roulette extends PlannedRoulette, PageSettings {
  _id: string;
  /** Of the name, for searches. */
  words: string[];
  /** The time zone of the business when the roulette was created, for the dates on the page. */
  timeZone: string;
  totalSpins: number;
  createdAt: Date;
  /** Id of the API key that created it. */
  createdBy: string;
}

/** A roulette as lists show it. */
export interface ListedRoulette extends Pick<
  Roulette,
  "_id" | "name" | "isActive" | "typeOfRoulette" | "totalSpins" | "createdAt"
> {
  /** The gifts whose own units are used up, with their index. */
  soldOutGifts: { index: number; value: string }[];
}

/** Which roulettes a list shows. */
export interface RouletteFilter {
  isActive?: boolean | undefined;
  /** Only active ones with gifts whose units are used up. */
  soldOut?: boolean | undefined;
  /** Words of the name. */
  search?: string;
}

/** The records that a new roulette is checked against. */
export interface RouletteFacts {
  catalogue: Catalogue;
  /** The business's own items among those that the gifts name. */
  items: ReadonlyMap<string, Item>;
  country: string;
}

/** The changes of one roulette by consecutive spins. */
export interface SpinTotals {
  rouletteId: string;
  totalSpinsBefore: number;
  spins: number;
  /** By the index of the gift. */
  wins: ReadonlyMap<number, { units: number; isLimited: boolean; lastWonSpin: number }>;
}
