import type { DateRange } from "@tenant-ops/kit/data";
import type { VisitorRegistration } from "@tenant-ops/kit/pages";
import type { ReplayableRandom } from "./draw.rules.js";
import type { DrawnGift } from "../gifts/gifts.types.js";
import type { Item } from "../gifts/items.types.js";
import type { Prize } from "../prizes/prizes.types.js";
import type { Roulette } from "../roulettes/roulettes.types.js";

/** A completed spin. It is never changed. */
export interface Spin {
  _id: string;
  rouletteId: string;
  userId: string;
  /** 1, 2, 3 … per roulette, without gaps. */
  number: number;
  result: "won" | "lost";
  gift: DrawnGift;
  /** The index that was drawn. It differs from `gift.index` when the drawn gift was not available. */
  drawnIndex: number;
  prizeId?: string;
  /** null means never; absent when lost. */
  prizeExpiresAt?: Date | null;
  /** Copies of the roulette's values, like the gift: what this user was shown. */
  text: string;
  animationSeconds: number;
  /** Wins that are left to the user after this spin. */
  winsLeft: number;
  /** The browser of a spin on the page; absent for other spins. */
  visitId?: string;
  /** Of the visitor, for searches. */
  words: string[];
  /** Of the visitor of the page; absent for other spins. */
  registration?: VisitorRegistration;
  /** For a spin on the page: the chance of each gift in percent before the spin, so that the page can show the same wheel again. */
  chances?: number[];
  createdAt: Date;
}

export interface SpinFilter {
  rouletteId: string;
  userId?: string | undefined;
  /** Words of the visitor's name or contact. */
  search?: string | undefined;
  spunAt?: DateRange;
}

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

export interface SpinRequest {
  rouletteId: string;
  userId: string;
  /** Gives the same bytes in every run of the transaction. */
  random: ReplayableRandom;
  /** Set for a spin on the page, which has the limit `spinsPerVisitor`. */
  visit?: SpinVisit;
}

/** Who spins on the page. */
export interface SpinVisit {
  visitId: string;
  registration: VisitorRegistration;
}

/** The ids of a new spin and its prize. */
export interface NewSpinIds {
  spinId: string;
  prizeId: string;
  /** Claim code of the prize. */
  code: string;
}

/** The records that the spins of a batch need. Each planned spin changes them for the next one of the batch. */
export interface SpinContext {
  roulettes: Map<string, Roulette>;
  players: Map<string, Player>;
  items: Map<string, Item>;
}

/** The records that one spin is decided on. */
export interface SpinFacts {
  roulette: Roulette;
  player: Pick<Player, "spins" | "wins">;
  items: ReadonlyMap<string, Item>;
}

/** The outcome of a draw. */
export interface SpinDecision {
  /** Number of this spin at the roulette, from 1. */
  number: number;
  /** The drawn index, before availability was checked. */
  drawnIndex: number;
  /** The index of the gift that the user gets. */
  giftIndex: number;
  isWin: boolean;
}

/** Everything that one spin writes and answers. */
export interface SpinPlan {
  spin: Spin;
  prize?: Prize;
  /** The item of which the prize takes one unit. */
  takesItemId?: string;
  /** Whether the gift has a limited quantity. */
  isLimited: boolean;
  isFirstSpin: boolean;
  maxWins: number;
}
