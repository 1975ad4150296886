import type { ClientSession, Document } from "mongodb";
import type { Call } from "../call/call.js";
import { createOutboxRow } from "./outbox-row.js";
import { remainingTimeMs } from "./remaining-time.js";
import type { WriteScope } from "./scope.types.js";
import type { Appends, TransactionEnvironment } from "./transaction.types.js";

/** The scope of one call inside a transaction. `calls` are all calls that share the transaction: its time is theirs. */
export function openTransactionScope(
  environment: TransactionEnvironment,
  call: Call,
  calls: readonly Call[],
  session: ClientSession,
  appends: Appends,
  sandboxGeneration: number,
): WriteScope {
  const append = (collection: string, document: Document) => void appends.inserts.push({ collection, document });
  return environment.openScope(call, {
    context: { businessId: call.businessId, session, maxTimeMS: () => remainingTimeMs(calls), append },
    count: (change) => void appends.counts.push(change),
    appendEvent: (schema, event) => append("outbox", createOutboxRow(call, schema, event, sandboxGeneration)),
  });
}
