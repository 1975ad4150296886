import { MongoClient } from "mongodb";
import { testBackend } from "./test-backend.js";

/**
 * The most index keys or documents that one command examined in this database while `work` ran. Unlike what is sent back, this
 * shows a scan whose rows were filtered out or sorted away.
 */
export async function examinedDuring(database: string, work: () => Promise<unknown>): Promise<number> {
  const client = await new MongoClient(testBackend().mongodbUrl).connect();
  const db = client.db(database);
  try {
    await db.command({ profile: 2 });
    await work();
    await db.command({ profile: 0 });
    const rows = await db.collection("system.profile").find({}).toArray();
    return Math.max(0, ...rows.map(({ keysExamined = 0, docsExamined = 0 }) => Math.max(keysExamined, docsExamined)));
  } finally {
    await db.command({ profile: 0 });
    await db.dropCollection("system.profile");
    await client.close();
  }
}
