import type { Database, Scope } from "@tenant-ops/kit/data";
import { createCache } from "@tenant-ops/kit/caches";
import { findEvents, type StoredEvent } from "./events.store.js";

/** One consumer per installation: all workers of one database share it. */
export const getConsumerName = ({ name }: Database): string => (name === "webhooks" ? name : `webhooks-${name}`);

const bytesMax = 16 * 1024 * 1024;
/** What an entry needs beside the body, roughly. */
const entryBytes = 1024;

/** Shorter than an erasure waits before its last pass: an erasure changes bodies, and must not end while an old body can still be sent. */
const maxAgeMs = 10_000;

/** A cache of the events that were used last. Only an erasure changes an event, so a cached one is up to date except during an erasure. */
export interface RecentEvents {
  /** Remembers a committed event. */
  keep(businessId: string, event: StoredEvent): void;
  /** The events that exist, by id; those that are not remembered are read. */
  find(scope: Scope, ids: readonly string[]): Promise<Map<string, StoredEvent>>;
}

export function createRecentEvents(): RecentEvents {
  const recent = createCache<StoredEvent>({
    max: bytesMax,
    ttl: maxAgeMs,
    sizeOf: ({ body }) => body.length() + entryBytes,
  });
  const toKey = (businessId: string, id: string) => `${businessId}|${id}`;
  const keep = (businessId: string, event: StoredEvent) => void recent.set(toKey(businessId, event._id), event);

  return {
    keep,
    async find(scope, ids) {
      const { businessId } = scope;
      const found = new Map<string, StoredEvent>();
      const missing: string[] = [];
      for (const id of ids) {
        const known = recent.get(toKey(businessId, id));
        if (known) found.set(id, known);
        else missing.push(id);
      }
      for (const [id, event] of await findEvents(scope, missing)) {
        found.set(id, event);
        keep(businessId, event);
      }
      return found;
    },
  };
}
