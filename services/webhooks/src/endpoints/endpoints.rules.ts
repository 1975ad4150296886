import type { SigningSecret } from "@tenant-ops/kit/egress";
import { notFound, refused } from "@tenant-ops/kit/errors";

export interface EndpointStats {
  lastSuccessAt?: Date;
  lastFailureAt?: Date;
  /** Failed attempts since the last success. */
  failures: number;
  /** When the first of them failed. */
  failingSince?: Date;
  warnedAt?: Date;
}

export type DisabledReason = "tenant" | "gone" | "failing";

export interface SubscriptionStart {
  /** A type of events, or `*`. */
  event: string;
  since: Date;
}

export interface Endpoint {
  _id: string;
  /** From 0, below QUOTA_ENDPOINTS; unique per business, so that concurrent registrations cannot exceed the limit. */
  slot: number;
  url: string;
  description: string;
  events: string[];
  /** Since when it gets which events, with those that `*` has replaced in `events`. Absent: all since its creation. */
  starts?: SubscriptionStart[];
  status: "enabled" | "disabled";
  disabledReason?: DisabledReason;
  disabledAt?: Date;
  maxAttempts?: number;
  maxConcurrency?: number;
  ratePerSecond?: number;
  secrets: SigningSecret[];
  stats: EndpointStats;
  version: number;
  createdAt: Date;
  updatedAt: Date;
}

/** What a request says of a new endpoint. */
export type Registration = Pick<Endpoint, "url" | "description" | "events"> &
  Partial<Pick<Endpoint, "maxAttempts" | "maxConcurrency" | "ratePerSecond">>;

export interface EndpointChange {
  set: Partial<Endpoint>;
  unset: readonly (keyof Endpoint)[];
}

const acceptWhileDisabledMs = 30 * 24 * 3600 * 1000;

/** How far the clock of a service that publishes events may be from the clock of this one. */
export const clockDifferenceMsMax = 60_000;

/**
 * Whether an endpoint gets an event of this type: not one that is older than its subscription, which can still arrive when the consumer has
 * lost its place in the stream. A disabled endpoint collects events for 30 days.
 */
export function isSubscribed(
  endpoint: Pick<Endpoint, "events" | "starts" | "createdAt" | "status" | "disabledAt">,
  { type, occurredAt }: { type: string; occurredAt: Date },
  now: Date,
): boolean {
  const { events } = endpoint;
  if (!collectsEvents(endpoint, now) || !(events.includes("*") || events.includes(type))) return false;
  const since = listStarts(endpoint).flatMap(({ event, since: at }) => (event === "*" || event === type ? [+at] : []));
  return occurredAt.getTime() >= Math.min(...since) - clockDifferenceMsMax;
}

function collectsEvents({ status, disabledAt }: Pick<Endpoint, "status" | "disabledAt">, now: Date): boolean {
  return status === "enabled" || !disabledAt || now.getTime() - disabledAt.getTime() <= acceptWhileDisabledMs;
}

const listStarts = ({ events, starts, createdAt }: Pick<Endpoint, "events" | "starts" | "createdAt">) =>
  starts ?? events.map((event): SubscriptionStart => ({ event, since: createdAt }));

/** A type that stays, also as a part of `*`, keeps its start: its events may still be on their way. */
function planStarts(before: Endpoint, events: readonly string[], now: Date): SubscriptionStart[] {
  const known = listStarts(before);
  const find = (name: string) => known.find(({ event }) => event === name)?.since;
  const kept = events.includes("*") ? new Set([...known.map(({ event }) => event), ...events]) : events;
  return [...kept].map((event) => ({ event, since: find(event) ?? find("*") ?? now }));
}

/** @throws Refusal webhook_endpoint_not_found */
export function requireEndpoint(found: Endpoint | null, id: string): Endpoint {
  if (!found) throw notFound("webhook_endpoint", id, { listWith: "webhooks_list_endpoints" });
  return found;
}

/** @throws Refusal webhook_endpoint_not_found, webhook_endpoint_disabled */
export function requireEnabled(found: Endpoint | null, id: string): Endpoint {
  const endpoint = requireEndpoint(found, id);
  if (endpoint.status === "disabled")
    throw refused("webhook_endpoint_disabled", "The endpoint is disabled. Enable it first.");
  return endpoint;
}

/**
 * A random free slot, because concurrent registrations would all choose the first one.
 * @param endpointsMax how many endpoints a business may have
 * @param random 0–1
 * @throws Refusal webhook_endpoint_limit
 */
export function chooseSlot(existing: readonly Endpoint[], endpointsMax: number, random: number): number {
  const taken = new Set(existing.map(({ slot }) => slot));
  const free = Array.from({ length: endpointsMax }, (_, slot) => slot).filter((slot) => !taken.has(slot));
  const slot = free[Math.floor(random * free.length)];
  // The second condition is for a quota that was lowered: endpoints with higher slots are kept then.
  if (slot === undefined || existing.length >= endpointsMax)
    throw refused("webhook_endpoint_limit", `A business has at most ${endpointsMax} endpoints.`, { max: endpointsMax });
  return slot;
}

/** After more than 30 days, during which it collected nothing, its subscriptions begin again. */
export function planEnabling(before: Endpoint, now: Date): EndpointChange {
  const starts = before.events.map((event) => ({ event, since: now }));
  return {
    set: { status: "enabled", stats: { failures: 0 }, ...(!collectsEvents(before, now) && { starts }) },
    unset: ["disabledReason", "disabledAt"],
  };
}

export type EndpointFields = Partial<Record<keyof Endpoint, unknown>> & Partial<Pick<Endpoint, "status" | "url">>;

/** What a PATCH changes: null removes a limit, an absent field stays. */
export function planChange(before: Endpoint, { status, ...fields }: EndpointFields, now: Date): EndpointChange {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  const set = Object.fromEntries(given.filter(([, value]) => value !== null)) as Partial<Endpoint>;
  const unset = given.flatMap(([name, value]) => (value === null ? [name as keyof Endpoint] : []));
  if (set.events) set.starts = planStarts(before, set.events, now);
  if (status === undefined || status === before.status) return { set, unset };
  if (status === "enabled") {
    const enabling = planEnabling({ ...before, ...set }, now);
    return { set: { ...set, ...enabling.set }, unset: [...unset, ...enabling.unset] };
  }
  return { set: { ...set, status, disabledReason: "tenant", disabledAt: now }, unset };
}
