export { assertBusinessId, isBusinessId } from "./business-id.js";
export { createSystemCall, type Call, type Caller, type StoredReplyOnly } from "./call.js";
export {
  createContextSigner,
  createContextVerifier,
  type SignContext,
  type VerifiedContext,
  type VerifyContext,
} from "./context-token.js";
export { metadataKeys } from "./metadata-keys.js";
