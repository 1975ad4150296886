import type { FastifyReply } from "fastify";
import { createPassSigner, type VisitorPass, visitorPassSeconds } from "../call/visitor-pass.js";
import {
  createPassCookie,
  hashCookie,
  passParameter,
  setCookie,
  toCookieName,
  toPassCookieName,
  type VisitorDetails,
} from "./cookies.js";

/**
 * Adds a pass to the address of a target, and to the answer the cookie without which the pass is worth nothing.
 * @param details in the value of the cookie
 * @returns the address with the pass
 */
export type IssuePass = (
  reply: FastifyReply,
  address: string,
  pass: Omit<VisitorPass, "jti">,
  details: VisitorDetails,
) => string;

/** @param privateKey of the call contexts of flows */
export function createPassIssuer(privateKey: string): IssuePass {
  const sign = createPassSigner(privateKey);
  return (reply, address, pass, details) => {
    const url = new URL(address);
    const isSecure = url.protocol === "https:";
    const value = createPassCookie(details);
    const jti = hashCookie(value);
    const name = toCookieName(toPassCookieName(jti), isSecure);
    setCookie(reply, { name, value, path: url.pathname, maxAgeSeconds: visitorPassSeconds, isSecure });
    url.searchParams.set(passParameter, sign({ jti, ...pass }));
    return url.href;
  };
}
