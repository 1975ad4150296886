import type { DataLife } from "@tenant-ops/kit/data";

/** It has no collections of its own: the counters are in the services that count. */
export const dataLife: DataLife = { collections: {} };
