import { type Document, MongoClient } from "mongodb";
import { testBackend } from "./test-backend.js";

type Row = Document & { _id: string };
const rowsPerCommand = 10_000;

/**
 * Fills a database before its service starts and creates the indexes: without indexes 100,000 rows are inserted in a second.
 * @param collections per collection how many rows, and the row with a number
 */
export async function seedDatabase(
  name: string,
  collections: Record<string, { count: number; toRow: (number: number) => Row }>,
): Promise<void> {
  const client = await new MongoClient(testBackend().mongodbUrl).connect();
  const options = { ordered: false, writeConcern: { w: 1, journal: false } };
  for (const [collection, { count, toRow }] of Object.entries(collections)) {
    for (let first = 0; first < count; first += rowsPerCommand) {
      const length = Math.min(rowsPerCommand, count - first);
      const rows = Array.from({ length }, (_, index) => toRow(first + index));
      await client.db(name).collection<Row>(collection).insertMany(rows, options);
    }
  }
  await client.close();
}
