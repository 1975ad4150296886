// MONGODB_URL=<a router> node deploy/sharding/main.mjs <service> [<database>]: shards the large collections of a service, whose indexes exist.
import { MongoClient } from "mongodb";
import { shardCollections } from "./shard-collections.mjs";
import { shardKeys } from "./shard-keys.mjs";

const [service = "", database = service] = process.argv.slice(2);
const keys = shardKeys[service];
if (!keys || !process.env.MONGODB_URL) {
  process.stderr.write(
    `MONGODB_URL must name a router, and the argument one of ${Object.keys(shardKeys).join(", ")}.\n`,
  );
  process.exit(1);
}
const client = await MongoClient.connect(process.env.MONGODB_URL);
try {
  await shardCollections(client, database, keys);
  process.stdout.write(`${database}: ${Object.keys(keys).join(", ")} are sharded.\n`);
} finally {
  await client.close();
}
