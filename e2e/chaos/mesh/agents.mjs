import { createRounds } from "../../../scripts/lib/agents/business.mjs";
import { createPersonRounds } from "./person-rounds.mjs";

/**
 * One agent per kind works until `isOver`, one round after the other.
 * @returns `acknowledged`: by kind, name of the round → id; of a form, which answers with no id, the name itself. `finished` resolves
 *   when the last rounds are acknowledged
 */
export function startAgents(business, isOver) {
  const rounds = Object.entries({ ...createRounds(business), ...createPersonRounds(business) });
  const acknowledged = Object.fromEntries(rounds.map(([kind]) => [kind, new Map()]));
  const finished = Promise.all(
    rounds.map(async ([kind, work]) => {
      for (let round = 1; !isOver(); round += 1) {
        // The names of rounds differ between businesses, so that a record of another business is noticed.
        const name = `${kind}-${business.businessId}-${round}`;
        acknowledged[kind].set(name, await work(name));
      }
    }),
  );
  return { acknowledged, finished };
}
