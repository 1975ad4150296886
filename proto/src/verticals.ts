/** The five verticals, in the order of the specification. The catalogue keeps this order. */
export const verticals = ["supply", "roulettes", "learning", "flows", "webhooks"] as const;

export type Vertical = (typeof verticals)[number];
