import { type ClientSession, type MongoClient, MongoServerError } from "mongodb";

/** SnapshotUnavailable and SnapshotTooOld: the next snapshot is another one. */
const snapshotCodes = new Set([246, 239]);

/**
 * Runs reads that all see the database at one moment, with all that was acknowledged before. It costs less than a transaction, whose commit waits for
 * the journal also when nothing was written.
 */
export async function readSnapshot<Result>(
  client: MongoClient,
  read: (session: ClientSession) => Promise<Result>,
): Promise<Result> {
  const readOnce = () => client.withSession({ snapshot: true }, read);
  try {
    return await readOnce();
  } catch (error) {
    // The driver repeats a read after a lost connection, and has no rule for these two.
    if (!(error instanceof MongoServerError && snapshotCodes.has(Number(error.code)))) throw error;
    return readOnce();
  }
}
