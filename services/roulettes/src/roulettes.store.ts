import {
  findPage,
  type IndexDescription,
  newId,
  type Page,
  type PageRequest,
  type Scope,
  type WriteScope,
} from "@tenant-ops/kit/data";
import type { PlannedRoulette } from "./roulettes.rules.js";

/** A roulette. Only spins and activation change it. */
export interface Roulette extends PlannedRoulette {
  _id: string;
  totalSpins: number;
  createdAt: Date;
  /** Id of the API key that made it. */
  createdBy: string;
}

export const rouletteIndexes: IndexDescription[] = [{ key: { createdAt: -1, _id: -1 } }];

const roulettes = (scope: Scope) => scope.collection<Roulette>("roulettes");

export function findRoulette(scope: Scope, rouletteId: string): Promise<Roulette | null> {
  return roulettes(scope).findOne({ _id: { $eq: rouletteId } });
}

export async function findRoulettes(scope: Scope, ids: readonly string[]): Promise<Map<string, Roulette>> {
  const distinct = [...new Set(ids)];
  const found = await roulettes(scope).find({ _id: { $in: distinct } }, { limit: distinct.length });
  return new Map(found.map((roulette) => [roulette._id, roulette]));
}

export function listRoulettes(scope: Scope, page: PageRequest): Promise<Page<Roulette>> {
  return findPage<Roulette>(scope, "roulettes", {}, page);
}

export async function insertRoulette(scope: WriteScope, planned: PlannedRoulette): Promise<Roulette> {
  const roulette: Roulette = {
    _id: newId("rlt"),
    ...planned,
    totalSpins: 0,
    createdAt: scope.now,
    createdBy: scope.call.keyId,
  };
  await roulettes(scope).append(roulette);
  return roulette;
}

/** @returns the roulette afterwards, or null when the business has none of this id */
export function setActive(scope: Scope, rouletteId: string, isActive: boolean): Promise<Roulette | null> {
  return roulettes(scope).findOneAndUpdate({ _id: { $eq: rouletteId } }, { $set: { isActive } });
}

/** What some spins in a row do to a roulette. */
export interface SpinCount {
  rouletteId: string;
  totalSpinsBefore: number;
  spins: number;
  /** By the gift's place on the wheel. */
  wins: ReadonlyMap<number, { units: number; isCounted: boolean; lastWonSpin: number }>;
}

/**
 * Counts spins and takes what they won, if nobody spun in between. Every spin of a roulette passes through this one record,
 * so two processes that spin it at once collide here, and one of them begins again with what the other left.
 */
export async function countSpins(scope: WriteScope, count: SpinCount): Promise<void> {
  const guard: Record<string, unknown> = {};
  const increments: Record<string, number> = { totalSpins: count.spins };
  const changes: Record<string, number> = {};
  for (const [index, { units, isCounted, lastWonSpin }] of count.wins) {
    changes[`gifts.${index}.lastWonSpin`] = lastWonSpin;
    if (!isCounted) continue;
    guard[`gifts.${index}.quantity`] = { $gte: units };
    increments[`gifts.${index}.quantity`] = -units;
  }
  const counted = await roulettes(scope).updateOne(
    { ...guard, _id: { $eq: count.rouletteId }, isActive: true, totalSpins: count.totalSpinsBefore },
    { $inc: increments, ...(count.wins.size > 0 && { $set: changes }) },
  );
  if (counted.modifiedCount === 0) throw new Error("a spin was counted on a roulette that had changed");
}
