import {
  type DateRange,
  findPageByWords,
  type IndexDescription,
  type Page,
  type PageRequest,
  planPersonSearch,
  rangeFilter,
  type Scope,
  wordIndex,
  type WriteScope,
} from "@tenant-ops/kit/data";
import type { Spin } from "./spins.rules.js";

export const spinIndexes: IndexDescription[] = [
  { key: { rouletteId: 1, createdAt: -1, _id: -1 } },
  { key: { rouletteId: 1, userId: 1, createdAt: -1, _id: -1 } },
  wordIndex(["rouletteId"]),
  // Prevents two processes from giving the same number to two spins.
  { key: { rouletteId: 1, number: 1 }, unique: true },
];

export async function insertSpin(scope: WriteScope, spin: Spin): Promise<void> {
  await scope.collection<Spin>("spins").append(spin);
}

/** The spin, if this roulette has it. */
export async function findSpin(scope: Scope, rouletteId: string, spinId: string): Promise<Spin | null> {
  return scope.collection<Spin>("spins").findOne({ _id: spinId, rouletteId });
}

export interface SpinFilter {
  rouletteId: string;
  userId?: string | undefined;
  /** Words of the visitor's name or contact. */
  search?: string | undefined;
  spunAt?: DateRange;
}

export function listSpins(
  scope: Scope,
  { rouletteId, userId, search = "", spunAt = {} }: SpinFilter,
  page: PageRequest,
): Promise<Page<Spin>> {
  const filter = rangeFilter<Spin>("createdAt", spunAt);
  const list = { search: planPersonSearch(search), equal: { rouletteId }, narrow: { userId }, filter };
  return findPageByWords<Spin>(scope, "spins", list, page);
}

/** The spins of a roulette after one of them, by their numbers. */
export function findSpinsAfter(scope: Scope, rouletteId: string, number: number, limit: number): Promise<Spin[]> {
  return scope.collection<Spin>("spins").find({ rouletteId, number: { $gt: number } }, { limit, sort: { number: 1 } });
}
