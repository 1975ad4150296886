import {
  findPage,
  type IndexDescription,
  type Page,
  type PageRequest,
  rangeFilter,
  type Scope,
  type WriteScope,
} from "@tenant-ops/kit/data";
import type { Spin, SpinFilter } from "./spins.types.js";

export const spinIndexes: IndexDescription[] = [
  { key: { rouletteId: 1, createdAt: -1, _id: -1 } },
  { key: { rouletteId: 1, userId: 1, createdAt: -1, _id: -1 } },
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

export function listSpins(
  scope: Scope,
  { rouletteId, userId, spunAt = {} }: SpinFilter,
  page: PageRequest,
): Promise<Page<Spin>> {
  const filter = { rouletteId, ...(userId !== undefined && { userId }), ...rangeFilter<Spin>("createdAt", spunAt) };
  return findPage<Spin>(scope, "spins", filter, page);
}

/** The spins of a roulette after one of them, by their numbers. */
export function findSpinsAfter(scope: Scope, rouletteId: string, number: number, limit: number): Promise<Spin[]> {
  return scope.collection<Spin>("spins").find({ rouletteId, number: { $gt: number } }, { limit, sort: { number: 1 } });
}
