import type { ClientSession } from "mongodb";
import type { Call } from "../../call/call.js";
import { createOutboxEvent } from "./outbox-row.js";
import { remainingTimeMs } from "./remaining-time.js";
import type { WriteScope } from "../tenancy/scope.types.js";
import type { CollectionContext } from "../tenancy/tenant-collection.types.js";
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
  const context: CollectionContext = {
    businessId: call.businessId,
    session,
    maxTimeMS: () => remainingTimeMs(calls),
    append: (collection, document) => void appends.inserts.push({ collection, document }),
    appendUpdate: (collection, filter, update) => void appends.updates.push({ collection, filter, update }),
    onChange: (collection) => void appends.changed.add(collection),
  };
  return environment.openScope(call, {
    context,
    count: (change) => void appends.counts.push(change),
    appendEvent: (schema, event) => void appends.events.push(createOutboxEvent(call, schema, event, sandboxGeneration)),
  });
}
