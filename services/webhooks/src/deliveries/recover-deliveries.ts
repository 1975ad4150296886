import { createSystemCall } from "@tenant-ops/kit/call";
import type { Database } from "@tenant-ops/kit/data";
import { appendDelivery, findOtherDeliveries, listFailed } from "./deliveries.store.js";
import type { Delivery } from "./deliveries.rules.js";
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
    const others = await findOtherDeliveries(scope, endpointId, eventIdsOf(failed), recovery._id);
    const sent = new Set<string>();
    for (const { _id, eventId, event, createdAt } of failed) {
      // Of several failed deliveries of one event, one is sent again, and none when a later one has reached the receiver, or one is pending.
      const isSettled = others.some((other) => other.eventId === eventId && settles(other, createdAt));
      if (isSettled || sent.has(eventId)) continue;
      sent.add(eventId);
      const again = { endpointId, eventId, event, trigger: "recover", redeliveryOf: _id } as const;
      await appendDelivery(scope, { ...again, nonce: recovery._id });
    }
    return true;
  });
}

const settles = (other: Pick<Delivery, "status" | "createdAt">, failedAt: Date): boolean =>
  other.status === "pending" || other.createdAt >= failedAt;

const eventIdsOf = (deliveries: readonly Delivery[]): string[] => deliveries.map(({ eventId }) => eventId);
