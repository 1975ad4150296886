import { createSystemCall } from "@tenant-ops/kit/call";
import { createCoalescingWriter } from "@tenant-ops/kit/concurrency";
import type { Database } from "@tenant-ops/kit/data";
import { createCache } from "@tenant-ops/kit/caches";
import { type Endpoint, isSubscribed } from "./endpoints.rules.js";
import { listEndpoints } from "./endpoints.store.js";

const rememberedMax = 10_000;
const rememberedMs = 60_000;

/** Whether an endpoint of the business may be subscribed to an event. The transaction that creates deliveries decides. */
export type HasSubscribers = (businessId: string, event: { type: string; occurredAt: Date }) => Promise<boolean>;

/**
 * Caches only that there is a subscription, never that there is none: after a subscription ends, a cached entry only costs a transaction that creates
 * nothing, but a new subscription, made in any process, must get the next event.
 */
export function createSubscriptionCheck(db: Database): HasSubscribers {
  const subscribed = createCache<true>({ max: rememberedMax, ttl: rememberedMs });
  // Events of one business that arrive together share a read. It begins after they have arrived, so it finds every earlier subscription.
  const startReads = createCoalescingWriter(async (businessIds: readonly string[]) => {
    const reads = new Map([...new Set(businessIds)].map((id) => [id, readEndpoints(db, id)]));
    // The next batch starts after all reads of this one. A failed read fails only the events of its business.
    await Promise.allSettled(reads.values());
    return reads;
  });

  return async (businessId, event) => {
    const key = `${businessId}|${event.type}`;
    if (subscribed.has(key)) return true;
    const endpoints = (await (await startReads(businessId)).get(businessId)) ?? [];
    const now = new Date();
    if (!endpoints.some((endpoint) => isSubscribed(endpoint, event, now))) return false;
    subscribed.set(key, true);
    return true;
  };
}

async function readEndpoints(db: Database, businessId: string): Promise<Endpoint[]> {
  return listEndpoints(db.scope(createSystemCall(businessId, "webhook ingest", { allowsClosed: "closed" })));
}
