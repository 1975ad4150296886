import type { Scope, WriteScope } from "@tenant-ops/kit/data";
import { prizes } from "@tenant-ops/rest/analytics";
import type { Prize } from "../prizes/prizes.rules.js";
import { findRoulettes } from "../roulettes/roulettes.store.js";
import type { DrawnGift } from "./gifts.rules.js";

// Spins and prizes in analytics: a gift is `<roulette>:<index>`, because its index identifies it within its roulette.

export function toGiftDimensions({ rouletteId, gift }: { rouletteId: string; gift: Pick<DrawnGift, "index"> }) {
  return { roulette: rouletteId, gift: `${rouletteId}:${gift.index}` };
}

/** Counts a change of a prize on the day on which it was won. */
export function countPrize(scope: WriteScope, prize: Prize, counts: { won?: 1; claimed?: 1; expired?: 1 }): void {
  scope.countIn(prizes, toGiftDimensions(prize), prize.createdAt, counts);
}

/** The names of gifts, with their roulette, as they are now. */
export async function findGiftLabels(scope: Scope, values: readonly string[]): Promise<Map<string, string>> {
  const gifts = values.map((value) => ({
    value,
    rouletteId: value.split(":")[0] ?? "",
    index: Number(value.split(":")[1]),
  }));
  const roulettes = await findRoulettes(
    scope,
    gifts.map(({ rouletteId }) => rouletteId),
  );
  return new Map(
    gifts.flatMap(({ value, rouletteId, index }) => {
      const roulette = roulettes.get(rouletteId);
      const gift = roulette?.gifts[index];
      return roulette && gift ? [[value, `${gift.value} (${roulette.name})`] as const] : [];
    }),
  );
}
