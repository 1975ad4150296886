/** The five areas, in the order of the specification. The catalogue keeps this order. */
export const areas = ["supply", "roulettes", "learning", "flows", "webhooks"] as const;

export type Area = (typeof areas)[number];
