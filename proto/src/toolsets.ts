/** Tools beside the default catalogue, which a caller has to ask for: docs/decisions/0024. */
export const toolsets = ["operations"] as const;

export type Toolset = (typeof toolsets)[number];
