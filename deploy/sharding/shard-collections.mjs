/**
 * Shards the collections of one service. The service must have created its indexes; missing indexes for the shard keys are added.
 * @param client connected to a router (mongos)
 */
export async function shardCollections(client, database, keys) {
  for (const [name, fields] of Object.entries(keys)) {
    const key = Object.fromEntries(fields.map((field) => [field, 1]));
    // An index that begins with the key is enough, and most have one: the unique index or that of a list.
    await client.db(database).collection(name).createIndex(key).catch(ignoreExisting);
    await client.db("admin").command({ shardCollection: `${database}.${name}`, key });
  }
}

/** There is an index with the same key and another name or other options, such as the unique index. */
function ignoreExisting(error) {
  if (error.codeName !== "IndexOptionsConflict" && error.codeName !== "IndexKeySpecsConflict") throw error;
}
