/** Names of toolsets outside of the default catalogue, which a caller has to request: docs/decisions/0024. */
export const toolsets = ["operations"] as const;

export type Toolset = (typeof toolsets)[number];
