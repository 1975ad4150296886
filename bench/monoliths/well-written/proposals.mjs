import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";

const secret = randomBytes(32);
const lifetimeMs = 15 * 60_000;

/** A token for exactly these arguments: expiry, id, digest of the arguments, signature. */
export function createToken(businessId, request) {
  const body = Buffer.alloc(36);
  body.writeUIntBE(Date.now() + lifetimeMs, 0, 6);
  randomBytes(14).copy(body, 6);
  digest(request).copy(body, 20, 0, 16);
  return Buffer.concat([body, sign(businessId, body)]).toString("base64url");
}

/** @returns the id of the proposal; undefined without a token. @throws Error when the token does not fit */
export function readProposalId(businessId, { proposal_token: token, ...request }) {
  if (!token) return undefined;
  const bytes = Buffer.from(token, "base64url");
  const body = bytes.subarray(0, 36);
  const isSigned = bytes.length === 52 && timingSafeEqual(bytes.subarray(36), sign(businessId, body));
  if (!isSigned || body.readUIntBE(0, 6) < Date.now()) throw new Error("the proposal has expired or was altered");
  if (!body.subarray(20).equals(digest(request).subarray(0, 16)))
    throw new Error("the arguments differ from the preview");
  return body.toString("base64url", 6, 20);
}

const digest = (request) => createHash("sha256").update(JSON.stringify(request)).digest();
const sign = (businessId, body) =>
  createHmac("sha256", secret).update(businessId).update(body).digest().subarray(0, 16);
