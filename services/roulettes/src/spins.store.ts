import {
  findPage,
  type IndexDescription,
  type Page,
  type PageRequest,
  type Scope,
  type WriteScope,
} from "@tenant-ops/kit/data";
import type { GiftTypeName } from "./gift-types.rules.js";

/** A gift as it was when it came up. */
export interface DrawnGift {
  index: number;
  value: string;
  message: string;
  emoji?: string;
  typeOfGift: { _id: string; name: GiftTypeName };
}

/** A completed spin. Never changed afterwards. */
export interface Spin {
  _id: string;
  rouletteId: string;
  userId: string;
  /** The roulette's how manieth spin it was, from 1, without gaps. */
  number: number;
  result: "won" | "lost";
  gift: DrawnGift;
  /** What the draw said; another than `gift.index` when that was not available. */
  drawnIndex: number;
  prizeId?: string;
  createdAt: Date;
}

export const spinIndexes: IndexDescription[] = [
  { key: { rouletteId: 1, createdAt: -1, _id: -1 } },
  { key: { rouletteId: 1, userId: 1, createdAt: -1, _id: -1 } },
  // Two spins of one number would mean that two processes counted from the same record.
  { key: { rouletteId: 1, number: 1 }, unique: true },
];

export async function insertSpin(scope: WriteScope, spin: Spin): Promise<void> {
  await scope.collection<Spin>("spins").append(spin);
}

export function listSpins(
  scope: Scope,
  { rouletteId, userId }: { rouletteId: string; userId?: string | undefined },
  page: PageRequest,
): Promise<Page<Spin>> {
  const filter = { rouletteId: { $eq: rouletteId }, ...(userId !== undefined && { userId: { $eq: userId } }) };
  return findPage<Spin>(scope, "spins", filter, page);
}
