/** Names of toolsets outside of the default catalogue, which a caller has to request: docs/decisions/0024. */
export const toolsets = ["operations"] as const;

export type Toolset = (typeof toolsets)[number];

/** The five areas, in the order of the specification. The catalogue keeps this order. */
export const areas = ["supply", "roulettes", "learning", "flows", "webhooks"] as const;

export type Area = (typeof areas)[number];
