import { notFound, refused } from "@tenant-ops/kit/errors";
import type { Endpoint, EndpointChange } from "./endpoints.types.js";

const acceptWhileDisabledMs = 30 * 24 * 3600 * 1000;

/** Whether an endpoint gets events of this type. A disabled endpoint collects them for 30 days. */
export function isSubscribed(
  endpoint: Pick<Endpoint, "events" | "status" | "disabledAt">,
  type: string,
  now: Date,
): boolean {
  const { events, status, disabledAt } = endpoint;
  if (status === "disabled" && disabledAt && now.getTime() - disabledAt.getTime() > acceptWhileDisabledMs) return false;
  return events.includes("*") || events.includes(type);
}

/** @throws Refusal webhook_endpoint_not_found */
export function requireEndpoint(found: Endpoint | null, id: string): Endpoint {
  if (!found) throw notFound("webhook_endpoint", id, { listWith: "webhooks_list_endpoints" });
  return found;
}

/** @throws Refusal webhook_endpoint_disabled */
export function refuseDisabled({ status }: Endpoint): void {
  if (status === "disabled") throw refused("webhook_endpoint_disabled", "The endpoint is disabled. Enable it first.");
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
    throw refused("webhook_endpoint_limit", `A business has at most ${endpointsMax} endpoints.`);
  return slot;
}

export const enableChange: EndpointChange = {
  set: { status: "enabled", stats: { failures: 0 } },
  unset: ["disabledReason", "disabledAt"],
};

export type EndpointFields = Partial<Record<keyof Endpoint, unknown>> & { status?: Endpoint["status"] | undefined };

/** What a PATCH changes: null removes a limit, an absent field stays. */
export function planChange(before: Endpoint, { status, ...fields }: EndpointFields, now: Date): EndpointChange {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  const set = Object.fromEntries(given.filter(([, value]) => value !== null)) as Partial<Endpoint>;
  const unset = given.flatMap(([name, value]) => (value === null ? [name as keyof Endpoint] : []));
  if (status === undefined || status === before.status) return { set, unset };
  if (status === "enabled") return { set: { ...set, ...enableChange.set }, unset: [...unset, ...enableChange.unset] };
  return { set: { ...set, status, disabledReason: "tenant", disabledAt: now }, unset };
}
