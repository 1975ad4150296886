import { createDueRequests, type DueRequests } from "../requests/due-requests.js";
import { advanceOffboarding } from "./advance-offboarding.js";
import type { OffboardingOptions } from "./create-offboarding.js";
import { findDue, findOffboarding, updateOffboarding } from "./offboardings.store.js";
import type { DeletionRequest } from "./offboardings.types.js";

/** A deletion uses every database; with three at a time, calls are still served. */
const requestsPerRound = 2;
/** Beside them: sandboxes can be emptied at any time and often, and businesses must not wait for them. */
const emptiedPerRound = 1;

/** Closes, opens and deletes businesses, and deletes what sandboxes had before they were emptied. */
export function createOffboardWork(options: OffboardingOptions): DueRequests {
  const { db, logger } = options;
  return createDueRequests<DeletionRequest>(options, {
    name: "offboarding",
    async choose(now) {
      // `dueAt` of a request that was processed is set to now, so the other due requests come first in the next round.
      const due = await findDue(db, now, { limit: requestsPerRound });
      const emptied = await findDue(db, now, { limit: emptiedPerRound, areEmptied: true });
      return [...due, ...emptied];
    },
    find: ({ _id }) => findOffboarding<DeletionRequest>(db, _id),
    async step(request) {
      const canGoOn = await advanceOffboarding(options, request);
      // Otherwise many emptied sandboxes would take a round each.
      return canGoOn || request.sandboxOf !== undefined;
    },
    postpone: (request, dueAt) => updateOffboarding(db, request, { dueAt }),
    logFailure: ({ _id }, error) =>
      logger.warn({ err: error, offboardingId: _id }, "a business could not be closed, opened or deleted, tried again"),
  });
}
