import { randomUUID } from "node:crypto";
import { crc32 } from "node:zlib";
import type { Bus } from "@tenant-ops/kit/events";
import * as z from "zod";
import { widenNetwork } from "../request/client-address.js";
import { type BoundedCounts, createBoundedCounts } from "./bounded-counts.js";
import { computeQuota, type QuotaState, windowSeconds } from "./quota.js";

const businessGroups = 1024;

/** `anonymous 192.0.2.7` → `anonymous 192.0.2.0/24` → `…/16` → `…/8` → `anonymous *`. */
export function widenAddressName(name: string): string | undefined {
  const [policy, address] = splitName(name);
  return address === "*" ? undefined : `${policy} ${widenNetwork(address) ?? "*"}`;
}

/** `requests biz_1` → `requests #17`. Operators create the businesses, so in practice there are never enough active ones for groups. */
export function widenBusinessName(name: string): string | undefined {
  const [policy, id] = splitName(name);
  return id.startsWith("#") ? undefined : `${policy} #${crc32(id) % businessGroups}`;
}

function splitName(name: string): [policy: string, rest: string] {
  const space = name.indexOf(" ");
  return [name.slice(0, space), name.slice(space + 1)];
}

const windowMs = windowSeconds * 1000;
/** A business has up to four names, one per policy. */
const businessNamesMax = 100_000;
const addressNamesMax = 50_000;
/** A message with this many names is well below the largest message that NATS accepts (1 MiB by default). */
const namesPerMessage = 5000;
/** Limited, because callers without a credential can use any number of addresses. The remaining names are sent with the next exchange. */
const addressMessagesPerExchange = 1;
const publishEveryMinMs = 20;

/** Counts per name over the last minute. A count is effective at once in this process, and after the next exchange in all replicas. */
export interface Counters {
  /** The state of a limit; counts nothing. */
  getQuota(name: string, limit: number): QuotaState;
  increment(name: string): void;
}

/** Two separate groups, so that addresses cannot use up the names of businesses. A name is `<policy> <id or address>`. */
export interface RateCounters {
  businesses: Counters;
  addresses: Counters;
  stop(): void;
}

const groups = ["businesses", "addresses"] as const;
type Group = (typeof groups)[number];

const messageSchema = z.object({
  from: z.string(),
  window: z.number(),
  group: z.enum(groups),
  counts: z.record(z.string(), z.number()),
});

interface GroupState {
  counts: BoundedCounts;
  /** Counts of this process since the last exchange. Its names are also in `counts`, so it is bounded as well. */
  pending: Map<string, number>;
  messagesPerExchange: number;
}

/**
 * Every replica publishes its counts since the last exchange and adds the counts of the others. So all replicas together can exceed a limit by the
 * requests that arrive between two exchanges. Without NATS each replica counts only its own requests.
 * @param deployment gateways with the same value count together; NATS may be shared with other deployments
 */
export function createRateCounters(
  bus: Bus,
  deployment: string,
  publishEveryMs: number,
  now: () => number = Date.now,
): RateCounters {
  const subject = `gateway.limits.${deployment}`;
  const self = randomUUID();
  let window = 0;
  const states: Record<Group, GroupState> = {
    businesses: createState(createBoundedCounts(businessNamesMax, widenBusinessName), Infinity),
    addresses: createState(createBoundedCounts(addressNamesMax, widenAddressName), addressMessagesPerExchange),
  };

  function rotateWindow(): void {
    const present = Math.floor(now() / windowMs);
    if (present === window) return;
    publishPending();
    for (const { counts, pending } of Object.values(states)) {
      pending.clear();
      counts.rotate(present - window);
    }
    window = present;
  }

  function publishPending(): void {
    for (const group of groups) {
      const state = states[group];
      for (let sent = 0; sent < state.messagesPerExchange && state.pending.size > 0; sent += 1) {
        bus.publish(subject, { from: self, window, group, counts: takePending(state.pending) });
      }
    }
  }

  function addFromReplica(message: unknown): void {
    const { data } = messageSchema.safeParse(message);
    if (!data || data.from === self) return;
    rotateWindow();
    const into = data.window === window ? "current" : data.window === window - 1 ? "previous" : undefined;
    if (!into) return;
    for (const [name, count] of Object.entries(data.counts)) states[data.group].counts.add(name, count, into);
  }

  bus.subscribe(subject, addFromReplica);
  const publishing = setInterval(publishPending, Math.max(publishEveryMs, publishEveryMinMs)).unref();

  const createCounters = ({ counts, pending }: GroupState): Counters => ({
    getQuota(name, limit) {
      rotateWindow();
      const { current, previous } = counts.get(name);
      return computeQuota(limit, current, previous, (now() % windowMs) / windowMs);
    },
    increment(name) {
      rotateWindow();
      const counted = counts.add(name, 1);
      pending.set(counted, (pending.get(counted) ?? 0) + 1);
    },
  });
  return {
    businesses: createCounters(states.businesses),
    addresses: createCounters(states.addresses),
    stop() {
      clearInterval(publishing);
      publishPending();
    },
  };
}

function createState(counts: BoundedCounts, messagesPerExchange: number): GroupState {
  return { counts, pending: new Map(), messagesPerExchange };
}

/** Removes and returns the oldest names, up to the limit of one message. */
function takePending(pending: Map<string, number>): Record<string, number> {
  const taken: Array<[string, number]> = [];
  for (const entry of pending) {
    if (taken.length === namesPerMessage) break;
    taken.push(entry);
  }
  for (const [name] of taken) pending.delete(name);
  return Object.fromEntries(taken);
}
