import { createSystemCall } from "@tenant-ops/kit/call";
import type { Database } from "@tenant-ops/kit/data";
import type { Logger } from "@tenant-ops/kit/telemetry";
import { deliveries } from "@tenant-ops/rest/analytics";
import { findUncounted, markCounted } from "./attempts.store.js";

/**
 * Counts deliveries that have ended. The write that stores the end only marks them, because a transaction per delivery would cost more than the
 * delivery. They are counted later, many in one transaction that also removes the mark, so each is counted once.
 */
export interface DeliveryCounter {
  /** Deliveries of this business have ended: they are counted within five minutes. */
  notify(businessId: string): void;
  /** Counts them now, up to 1,000. */
  countNow(businessId: string): Promise<void>;
  /** Deliveries that are not counted by then are counted after the next delivery of the business, or when the counts are read. */
  stop(): void;
}

const delayMs = 5 * 60 * 1000;
const batchSize = 1000;

export function createDeliveryCounter(db: Database, logger: Logger): DeliveryCounter {
  const timers = new Map<string, NodeJS.Timeout>();

  /** @returns whether more may be uncounted */
  async function countBatch(businessId: string): Promise<boolean> {
    const call = createSystemCall(businessId, "count deliveries", { allowsClosed: "closed" });
    if ((await findUncounted(db.scope(call), 1)).length === 0) return false;
    return db.transaction(call, async (scope) => {
      const ended = await findUncounted(scope, batchSize);
      await markCounted(
        scope,
        ended.map(({ _id }) => _id),
      );
      for (const { status, finishedAt, endpointId: endpoint, event, attempt: attempts } of ended) {
        scope.count({ subject: "", at: finishedAt, counts: { [status]: 1 } });
        scope.countIn(deliveries, { endpoint, event }, finishedAt, { [status]: 1, attempts });
      }
      return ended.length === batchSize;
    });
  }

  /** After a failure, the deliveries are counted in a later batch. */
  async function tryCountBatch(businessId: string): Promise<boolean> {
    try {
      return await countBatch(businessId);
    } catch (error) {
      logger.warn({ err: error, businessId }, "deliveries not counted");
      return false;
    }
  }

  async function countAll(businessId: string): Promise<void> {
    while (await tryCountBatch(businessId));
  }

  return {
    notify(businessId) {
      if (timers.has(businessId)) return;
      const count = () => {
        timers.delete(businessId);
        void countAll(businessId);
      };
      timers.set(businessId, setTimeout(count, delayMs).unref());
    },
    countNow: async (businessId) => void (await tryCountBatch(businessId)),
    stop() {
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
    },
  };
}
