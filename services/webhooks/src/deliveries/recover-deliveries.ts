import { createSystemCall } from "@tenant-ops/kit/call";
import type { Database } from "@tenant-ops/kit/data";
import { appendDelivery, listFailed } from "./deliveries.store.js";
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
    const seen = new Set<string>();
    for (const { _id, eventId, event } of failed) {
      // When one event has several failed deliveries, one of them is sent again.
      if (seen.has(eventId)) continue;
      seen.add(eventId);
      await appendDelivery(scope, {
        endpointId,
        eventId,
        event,
        trigger: "recover",
        redeliveryOf: _id,
        nonce: `${recovery._id}|${_id}`,
      });
    }
    return true;
  });
}
