import { metadataKeys } from "../call/metadata-keys.js";
import type { RpcAttempt } from "./transport.types.js";

/** The data of a call that a service needs in addition to the request and the deadline. The same for every transport. */
export function createCallMetadata({
  call,
  context,
  traceparent,
}: RpcAttempt<unknown>): [name: string, value: string][] {
  const { storedReplyOnly, requestId, idempotencyKey } = call;
  const values: [string, string][] = [
    [storedReplyOnly ? metadataKeys.storedReplyContext : metadataKeys.context, context],
    [metadataKeys.requestId, requestId],
    [metadataKeys.traceparent, traceparent],
  ];
  if (storedReplyOnly) values.push([metadataKeys.storedReplyOnly, storedReplyOnly]);
  if (idempotencyKey) values.push([metadataKeys.idempotencyKey, idempotencyKey]);
  return values;
}
