export {
  BoundedCache,
  createContextSigner,
  createContextVerifier,
  type Call,
  type Caller,
  type SignContext,
  type VerifyContext,
} from "./call.js";
