import type { Scope } from "@tenant-ops/kit/data";
import type { Visitor } from "@tenant-ops/kit/pages";
import { findItemsOfGifts } from "../gifts/items.store.js";
import { findPlayers } from "../spins/players.store.js";
import { findPrizes } from "../prizes/prizes.store.js";
import type { Prize } from "../prizes/prizes.rules.js";
import type { Roulette } from "../roulettes/roulettes.rules.js";
import { toPlayerId } from "../spins/players.rules.js";
import { calculateChances } from "../spins/spin-decision.rules.js";
import { countSpinsLeft, type Spin } from "../spins/spins.rules.js";
import { listSpins } from "../spins/spins.store.js";

/** `spinsPerVisitor` is at most 100, and a visitor has no other spins. */
const spinsMax = 100;

/** What the page of a roulette shows to one visitor. */
export interface RouletteState {
  roulette: Roulette;
  /** False for a visitor who did not come from a flow. */
  isVisitor: boolean;
  spinsLeft: number;
  /** Whether this person has spun, in this browser or in another one. */
  hasSpun: boolean;
  /** The chances of the next spin in percent, by the index of the gift. */
  chances: number[];
  /** Spins that this visitor may see, the latest first. */
  spins: Spin[];
  /** Their prizes, by id. */
  prizes: ReadonlyMap<string, Prize>;
}

export async function readRouletteState(
  scope: Scope,
  roulette: Roulette,
  visitor: Visitor | undefined,
): Promise<RouletteState> {
  const { _id: rouletteId, gifts } = roulette;
  const playerId = visitor && toPlayerId(rouletteId, visitor.visitorId);
  const found = playerId && (await findPlayers(scope, [playerId])).get(playerId);
  const player = found || { spins: 0, wins: 0 };
  const spins = visitor && player.spins > 0 ? await listVisibleSpins(scope, rouletteId, visitor) : [];
  return {
    roulette,
    isVisitor: visitor !== undefined,
    spinsLeft: visitor ? countSpinsLeft(roulette, player) : 0,
    hasSpun: player.spins > 0,
    chances: calculateChances({ roulette, player, items: await findItemsOfGifts(scope, gifts) }),
    spins,
    prizes: await findPrizes(
      scope,
      spins.flatMap(({ prizeId }) => prizeId ?? []),
    ),
  };
}

/**
 * The spins of a visitor. A visitor can register with the e-mail address of another person and must not see that person's claim codes. So one who
 * has not proved to own the address sees only the spins of this browser.
 */
async function listVisibleSpins(scope: Scope, rouletteId: string, visitor: Visitor): Promise<Spin[]> {
  const { visitorId: userId, visitId, registration } = visitor;
  const { items } = await listSpins(scope, { rouletteId, userId }, { limit: spinsMax, cursor: "" });
  return registration.isVerified ? items : items.filter((spin) => spin.visitId === visitId);
}
