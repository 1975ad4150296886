/** Names of toolsets outside of the default catalogue, which a caller has to request: docs/decisions/0024. */
export const toolsets = ["operations"] as const;

export type Toolset = (typeof toolsets)[number];

/** The five verticals, in the order of the specification. The catalogue keeps this order. */
export const verticals = ["supply", "roulettes", "learning", "flows", "webhooks"] as const;

export type Vertical = (typeof verticals)[number];
