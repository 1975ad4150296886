import { createSystemCall } from "@tenant-ops/kit/call";
import type { Database } from "@tenant-ops/kit/data";
import { appendDelivery, listFailed } from "./deliveries.store.js";
import { advance, runningRecovery } from "./recoveries.store.js";

const batchSize = 200;

/**
 * One step of an endpoint's recoveries: new deliveries for the next failed ones, in one transaction with the note how far it is.
 * A worker that dies in between leaves nothing half done.
 * @returns whether there may be more
 */
export async function recoverSome(db: Database, businessId: string, endpointId: string): Promise<boolean> {
  return db.transaction(createSystemCall(businessId, "webhook recovery"), async (scope) => {
    const recovery = await runningRecovery(scope, endpointId);
    if (!recovery) return false;
    const { cursorAt, cursorId, until } = recovery;
    const failed = await listFailed(scope, endpointId, cursorAt, until, cursorId, batchSize);
    const last = failed.at(-1);
    const moved = await advance(scope, recovery, {
      cursorAt: last?.createdAt ?? cursorAt,
      cursorId: last?._id ?? cursorId,
      recovered: recovery.recovered + failed.length,
      status: failed.length < batchSize ? "done" : "running",
    });
    if (!moved) return true;
    const seen = new Set<string>();
    for (const { _id, eventId, event } of failed) {
      // Two failed deliveries of one event are one thing to recover.
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
