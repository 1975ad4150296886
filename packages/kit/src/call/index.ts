export {
  assertBusinessId,
  assertSandboxId,
  isBusinessId,
  isConnectionId,
  isSandboxId,
  sandboxPrefix,
} from "./business-id.js";
export { type CallSignal, Cancellation } from "./cancellation.js";
export { createSystemCall, type Call, type Caller, type StoredReplyOnly, type VerifiedContext } from "./call.js";
export { createContextSigner, createContextVerifier, type SignContext, type VerifyContext } from "./context-token.js";
export { idempotencyKeyMetaKey, readIdempotencyKey } from "./idempotency-key.js";
export { approvalsIssuer, contextsHeader, gatewayIssuer, metadataKeys } from "./metadata-keys.js";
export {
  type Access,
  InsufficientScope,
  canReadResources,
  getHttpAccess,
  hasScope,
  requireRoleScope,
  requireScopes,
  wildcardScope,
} from "./scopes.js";
export { getRouteStoringNothing, storingNothing, storingOnce } from "./storing-nothing.js";
export {
  type ContactKind,
  createPassSigner,
  createPassVerifier,
  type PassTarget,
  type VisitorPass,
  visitorPassSeconds,
} from "./visitor-pass.js";
export { createKey, deriveKey, hashKey, hasKeyFormat, type KeyMode, toKeyHint } from "./tenant-key.js";
