/** Names of toolsets outside of the default catalogue, which a caller has to request: docs/decisions/0024. */
export const toolsets = ["operations"] as const;

export type Toolset = (typeof toolsets)[number];

/** The areas: the five of the specification in its order, which the catalogue keeps, and analytics over all of them. */
export const areas = ["supply", "roulettes", "learning", "flows", "webhooks", "analytics"] as const;

export type Area = (typeof areas)[number];

/** What publishes events that tenants can receive. */
export type EventArea = Area | "approvals";

/** The words that `toolsets` takes: an area narrows, a toolset adds; `default` is every area, `all` is everything. */
export const toolsetWords: readonly string[] = [...areas, ...toolsets, "default", "all"];
