import type { MongoClient } from "mongodb";

/** A running process does not pause this long between two commands of a transaction. If it does, its transaction is retried. */
const inactiveMs = 1000;

interface IdleSession {
  lsid: { id: unknown };
}

/**
 * Aborts orphaned transactions: those of processes that died in the middle of one. MongoDB keeps their locks for 60 seconds,
 * and every write to a locked record conflicts until then. Only transactions of the same MongoDB user are seen and aborted,
 * so no privilege is needed.
 * @returns how many were aborted
 */
export async function abortOrphanedTransactions(client: MongoClient): Promise<number> {
  const admin = client.db("admin");
  const idle = await admin
    .aggregate<IdleSession>(
      [
        { $currentOp: { allUsers: false, idleSessions: true } },
        { $match: { type: "idleSession", "transaction.timeInactiveMicros": { $gt: inactiveMs * 1000 } } },
        { $project: { lsid: 1 } },
      ],
      // $currentOp accepts no other read concern.
      { readConcern: { level: "local" } },
    )
    .toArray();
  if (idle.length > 0) await admin.command({ killSessions: idle.map(({ lsid }) => ({ id: lsid.id })) });
  return idle.length;
}

/** A transaction that conflicts for longer than this looks for orphaned transactions. */
const checkIntervalMs = 1000;

/**
 * For one transaction that is retried: the returned function is called before each retry and aborts orphaned
 * transactions at most once a second, for the first time after one second. It never throws: a failure goes to `onFailure`.
 */
export function createOrphanedTransactionCleaner(
  client: MongoClient,
  onFailure: (error: unknown) => void,
  onAborted: (count: number) => void = () => undefined,
): () => Promise<void> {
  let checkedAt = performance.now();
  return async () => {
    if (performance.now() - checkedAt < checkIntervalMs) return;
    checkedAt = performance.now();
    await abortOrphanedTransactions(client).then(onAborted, onFailure);
  };
}
