import { createHash } from "node:crypto";
import { type DescMethod, toBinary } from "@bufbuild/protobuf";
import type { Call, StoredReplyOnly } from "../call/call.js";
import type { VerifyContext } from "../call/context-token.js";
import { metadataKeys } from "../call/metadata-keys.js";
import type { Authorize } from "./authorize.js";
import type { IncomingCall } from "./call-handler.types.js";
import { Refusal } from "../errors/refusal.js";

export interface CallAccess {
  verify: VerifyContext;
  authorize: Authorize;
}

/** The deadline of a call without one; the gateway always sends one. */
const defaultDeadlineMs = 5000;

/**
 * The call of a caller whose context is valid.
 * @throws Refusal unauthorized without a valid call context, forbidden without the scope
 */
export function readCall(incoming: IncomingCall, method: DescMethod, access: CallAccess, traceparent: string): Call {
  const { request, readMetadata, signal, deadline } = incoming;
  const storedReplyOnly = readStoredReplyOnly(incoming);
  const context = readMetadata(storedReplyOnly ? metadataKeys.storedReplyContext : metadataKeys.context);
  const verified = context ? access.verify(context) : undefined;
  if (!verified) throw new Refusal("unauthorized", "This call carries no valid call context.");
  access.authorize(verified);
  const idempotencyKey = readMetadata(metadataKeys.idempotencyKey);
  return {
    ...verified.caller,
    requestId: readMetadata(metadataKeys.requestId) ?? "none",
    traceparent,
    deadline: Number.isFinite(deadline) ? deadline : Date.now() + defaultDeadlineMs,
    signal,
    operation: `${method.parent.typeName}.${method.name}`,
    ...(idempotencyKey && { idempotencyKey }),
    ...(storedReplyOnly && { storedReplyOnly }),
    requestDigest: () => createHash("sha256").update(toBinary(method.input, request)).digest("base64url"),
  };
}

/** @throws Refusal unauthorized for another value than the gateway sends */
function readStoredReplyOnly({ readMetadata }: IncomingCall): StoredReplyOnly | undefined {
  const code = readMetadata(metadataKeys.storedReplyOnly);
  if (code === undefined || code === "proposal_expired" || code === "proposal_invalid") return code;
  throw new Refusal("unauthorized", "This call asks for a look-up of an unknown kind.");
}
