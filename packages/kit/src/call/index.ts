export { createSystemCall, type Call, type Caller, type StoredReplyOnly } from "./call.js";
export { createContextSigner, createContextVerifier, type SignContext, type VerifyContext } from "./context-token.js";
export { metadataKeys } from "./metadata-keys.js";
