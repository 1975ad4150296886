import type { MongoClient } from "mongodb";

/** A living process never pauses so long between two commands of a transaction; should it, its transaction starts again. */
const inactiveMs = 1000;

interface IdleSession {
  lsid: { id: unknown };
}

/**
 * Ends the transactions of processes that died in the middle of one. MongoDB does not notice such a death: it keeps what the
 * transaction has locked for 60 seconds, and everybody who wants the same record collides with a ghost for so long.
 * Sees and ends only transactions of the same MongoDB user, so it needs no privilege.
 * @returns how many it ended
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
      // The server answers this question with no other read concern.
      { readConcern: { level: "local" } },
    )
    .toArray();
  if (idle.length > 0) await admin.command({ killSessions: idle.map(({ lsid }) => ({ id: lsid.id })) });
  return idle.length;
}

/** A call that collides for longer than this looks whether it collides with a ghost. */
const patienceMs = 1000;

/**
 * For one transaction that may have to start again: called at each start, it ends abandoned transactions once a second from
 * the second second on. A failure to do so is not the caller's: it is told to `onFailure`; how many there were, to `onEnded`.
 */
export function createOrphanedTransactionCleaner(
  client: MongoClient,
  onFailure: (error: unknown) => void,
  onEnded: (count: number) => void = () => undefined,
): () => Promise<void> {
  let looked = Date.now();
  return async () => {
    if (Date.now() - looked < patienceMs) return;
    looked = Date.now();
    await abortOrphanedTransactions(client).then(onEnded, onFailure);
  };
}
