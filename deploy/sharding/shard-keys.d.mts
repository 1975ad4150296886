/** Per service and collection the fields of the shard key. */
export const shardKeys: Record<string, Record<string, string[]>>;
