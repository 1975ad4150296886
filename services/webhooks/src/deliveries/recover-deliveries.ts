import { createSystemCall } from "@tenant-ops/kit/call";
import type { Database } from "@tenant-ops/kit/data";
import { appendDelivery, findEventsToSkip, listFailed } from "./deliveries.store.js";
import type { Delivery } from "./deliveries.types.js";
import { advanceRecovery, findRunningRecovery } from "./recoveries.store.js";

const batchSize = 200;

/**
 * Runs one step of an endpoint's recovery: creates new deliveries for the next failed ones and stores the progress, in one
 * transaction, so that a crash leaves no half step.
 * @returns whether another step may follow
 */
export async function recoverDeliveries(db: Database, businessId: string, endpointId: string): Promise<boolean> {
  return db.transaction(createSystemCall(businessId, "webhook recovery"), async (scope) => {
    const recovery = await findRunningRecovery(scope, endpointId);
    if (!recovery) return false;
    const failed = await listFailed(scope, endpointId, recovery, batchSize);
    const last = failed.at(-1);
    const isLast = failed.length < batchSize;
    const hasAdvanced = await advanceRecovery(scope, recovery, {
      cursorAt: last?.createdAt ?? recovery.cursorAt,
      cursorId: last?._id ?? recovery.cursorId,
      recovered: recovery.recovered + failed.length,
      status: isLast ? "done" : "running",
      ...(isLast && { endedAt: scope.now }),
    });
    if (!hasAdvanced) return true;
    // Of several failed deliveries of one event, one is sent again, and none when the receiver has got the event meanwhile or will get it.
    const skipped = await findEventsToSkip(scope, endpointId, eventIdsOf(failed), recovery._id);
    for (const { _id, eventId, event } of failed) {
      if (skipped.has(eventId)) continue;
      skipped.add(eventId);
      const again = { endpointId, eventId, event, trigger: "recover", redeliveryOf: _id } as const;
      await appendDelivery(scope, { ...again, nonce: recovery._id });
    }
    return true;
  });
}

const eventIdsOf = (deliveries: readonly Delivery[]): string[] => deliveries.map(({ eventId }) => eventId);
