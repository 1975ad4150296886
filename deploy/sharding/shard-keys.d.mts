/** Per service and collection the fields of the shard key. */
export const shardKeys: Record<string, Record<string, string[]>>;
/** Per service the collections that stay on one shard. */
export const unshardedCollections: Record<string, string[]>;
