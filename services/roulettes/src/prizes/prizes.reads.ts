import type { Page, PageRequest, Scope } from "@tenant-ops/kit/data";
import { requirePrize, toCurrentPrize } from "./prizes.rules.js";
import { findPrize, listPrizes } from "./prizes.store.js";
import type { Prize, PrizeFilter } from "./prizes.types.js";
import { requireRoulette } from "../roulettes/roulettes.rules.js";
import { findRoulette } from "../roulettes/roulettes.store.js";

/**
 * A page of prizes. Overdue prizes are shown as expired, even before the expiry task has run.
 * @throws Refusal roulette_not_found when the filter names a roulette that the business does not have
 */
export async function listCurrentPrizes(scope: Scope, filter: PrizeFilter, page: PageRequest): Promise<Page<Prize>> {
  const { rouletteId } = filter;
  if (rouletteId !== undefined) requireRoulette(await findRoulette(scope, rouletteId), rouletteId);
  const found = await listPrizes(scope, filter, page);
  return { ...found, items: found.items.map((prize) => toCurrentPrize(prize, scope.now)) };
}

/** @throws Refusal prize_not_found */
export async function readCurrentPrize(scope: Scope, prizeId: string): Promise<Prize> {
  return toCurrentPrize(requirePrize(await findPrize(scope, prizeId), prizeId), scope.now);
}
