import { createSystemCall } from "@tenant-ops/kit/call";
import type { Database } from "@tenant-ops/kit/data";
import { LRUCache } from "lru-cache";
import { isSubscribed } from "./endpoints.rules.js";
import { listEndpoints } from "./endpoints.store.js";

const rememberedMax = 10_000;
const rememberedMs = 60_000;

/** Whether an endpoint of the business may be subscribed to a type. The transaction that creates deliveries decides. */
export type HasSubscribers = (businessId: string, type: string) => Promise<boolean>;

/**
 * Remembers subscriptions, and never that there is none: a subscription that has ended costs a transaction that creates nothing, but
 * one that was made in any process must get the next event.
 */
export function createSubscriptionCheck(db: Database): HasSubscribers {
  const subscribed = new LRUCache<string, true>({ max: rememberedMax, ttl: rememberedMs });
  return async (businessId, type) => {
    const key = `${businessId}|${type}`;
    if (subscribed.has(key)) return true;
    const scope = db.scope(createSystemCall(businessId, "webhook ingest"));
    const endpoints = await listEndpoints(scope);
    if (!endpoints.some((endpoint) => isSubscribed(endpoint, type, scope.now))) return false;
    subscribed.set(key, true);
    return true;
  };
}
