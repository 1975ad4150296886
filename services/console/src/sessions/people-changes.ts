import type { Bus } from "@tenant-ops/kit/events";

/** Call it after every change of a session, a member or a connection: all gateways then clear their caches about people. */
export function publishPeopleChange(bus: Bus): void {
  bus.publish("console.people.changed", {});
}
