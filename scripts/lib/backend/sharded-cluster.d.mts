import type { BackendOptions } from "./backend.mjs";

export interface ShardedCluster {
  /** Of the router. */
  url: string;
  shards: string[];
  stop(): Promise<unknown>;
}

export function startShardedCluster(options: BackendOptions): Promise<ShardedCluster>;
