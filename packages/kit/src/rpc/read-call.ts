import { createHash } from "node:crypto";
import { type DescMessage, type DescMethod, type MessageShape, toBinary } from "@bufbuild/protobuf";
import type { ServerUnaryCall } from "@grpc/grpc-js";
import type { Call, StoredReplyOnly } from "../call/call.js";
import type { VerifyContext } from "../call/context-token.js";
import { metadataKeys } from "../call/metadata-keys.js";
import type { Authorize } from "./authorize.js";
import { Refusal } from "../errors/refusal.js";

export type UnaryCall = ServerUnaryCall<MessageShape<DescMessage>, MessageShape<DescMessage>>;

export interface CallAccess {
  verify: VerifyContext;
  authorize: Authorize;
}

/** The deadline of a call without one; the gateway always sends one. */
const defaultDeadlineMs = 5000;

/**
 * The call behind a gRPC request, from its metadata.
 * @throws Refusal unauthorized without a valid call context, forbidden without the scope
 */
export function readCall(unary: UnaryCall, method: DescMethod, access: CallAccess, traceparent: string): Call {
  const storedReplyOnly = readStoredReplyOnly(unary);
  const context = getMetadata(unary, storedReplyOnly ? metadataKeys.storedReplyContext : metadataKeys.context);
  const verified = context ? access.verify(context) : undefined;
  if (!verified) throw new Refusal("unauthorized", "This call carries no valid call context.");
  access.authorize(verified);
  const abort = new AbortController();
  unary.on("cancelled", () => abort.abort());
  const idempotencyKey = getMetadata(unary, metadataKeys.idempotencyKey);
  return {
    ...verified.caller,
    requestId: getMetadata(unary, metadataKeys.requestId) ?? "none",
    traceparent,
    deadline: readDeadline(unary),
    signal: abort.signal,
    operation: `${method.parent.typeName}.${method.name}`,
    ...(idempotencyKey && { idempotencyKey }),
    ...(storedReplyOnly && { storedReplyOnly }),
    requestDigest: () => createHash("sha256").update(toBinary(method.input, unary.request)).digest("base64url"),
  };
}

/** @throws Refusal unauthorized for another value than the gateway sends */
function readStoredReplyOnly(unary: UnaryCall): StoredReplyOnly | undefined {
  const code = getMetadata(unary, metadataKeys.storedReplyOnly);
  if (code === undefined || code === "proposal_expired" || code === "proposal_invalid") return code;
  throw new Refusal("unauthorized", "This call asks for a look-up of an unknown kind.");
}

export function getMetadata(unary: UnaryCall, name: string): string | undefined {
  return unary.metadata.get(name)[0]?.toString();
}

function readDeadline(unary: UnaryCall): number {
  const deadline = unary.getDeadline();
  const at = deadline instanceof Date ? deadline.getTime() : deadline;
  return Number.isFinite(at) ? at : Date.now() + defaultDeadlineMs;
}
