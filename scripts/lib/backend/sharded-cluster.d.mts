import type { BackendOptions } from "./backend.mjs";

export interface ShardedCluster {
  /** Of the router. */
  url: string;
  shards: string[];
  /** When the first of its processes has ended. */
  exited: Promise<unknown>;
  stop(): Promise<unknown>;
}

export function startShardedCluster(options: BackendOptions): Promise<ShardedCluster>;
