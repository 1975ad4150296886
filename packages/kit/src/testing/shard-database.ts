import { MongoClient } from "mongodb";
import { shardCollections } from "../../../../deploy/sharding/shard-collections.mjs";
import { shardKeys } from "../../../../deploy/sharding/shard-keys.mjs";

/**
 * Shards the collections of a test service as an operator does (deploy/sharding), when the tests run on a cluster (`npm run backend --
 * --sharded`). All chunks are on one shard until a test moves them, so what the router does is tested, and not the order of shards.
 */
export async function shardDatabase(url: string, database: string, service: string): Promise<void> {
  const client = await MongoClient.connect(url);
  try {
    await shardCollections(client, database, shardKeys[service] ?? {});
  } finally {
    await client.close();
  }
}
