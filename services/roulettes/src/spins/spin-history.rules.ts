import type { Prize } from "../prizes/prizes.rules.js";
import { type Player, toPlayerId } from "./players.rules.js";
import type { SpinCheckpoint } from "./spin-checkpoints.store.js";
import type { Spin } from "./spins.rules.js";

/** Whether a spin has ended before this time: the prize was claimed or has expired, or none was won. */
export function hasEnded(spin: Spin, prize: Prize | undefined, before: Date): boolean {
  if (spin.createdAt >= before) return false;
  if (spin.result === "lost") return true;
  if (!prize || prize.status === "won") return false;
  const endedAt = prize.status === "claimed" ? prize.claimedAt : prize.expiredAt;
  return endedAt !== null && endedAt < before;
}

/** The counts of deleted spins per roulette and per player; limits and sums still include them. */
export function sumUpSpins(spins: readonly Spin[]): {
  ofRoulettes: SpinCheckpoint[];
  ofPlayers: Player[];
} {
  const ofRoulettes = new Map<string, SpinCheckpoint>();
  const ofPlayers = new Map<string, Player>();
  for (const { rouletteId, userId, number, result } of spins) {
    const { spins: count, last } = ofRoulettes.get(rouletteId) ?? { spins: 0, last: 0 };
    ofRoulettes.set(rouletteId, { _id: rouletteId, spins: count + 1, last: Math.max(last, number) });
    const _id = toPlayerId(rouletteId, userId);
    const player = ofPlayers.get(_id) ?? { spins: 0, wins: 0 };
    ofPlayers.set(_id, {
      _id,
      rouletteId,
      userId,
      spins: player.spins + 1,
      wins: player.wins + (result === "won" ? 1 : 0),
    });
  }
  // Sorted, so that two transactions conflict at their first common record.
  const byId = (one: { _id: string }, other: { _id: string }) => (one._id < other._id ? -1 : 1);
  return { ofRoulettes: [...ofRoulettes.values()].toSorted(byId), ofPlayers: [...ofPlayers.values()].toSorted(byId) };
}
