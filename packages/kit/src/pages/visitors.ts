import type { FastifyReply, FastifyRequest } from "fastify";
import type { Call } from "../call/call.js";
import { createPassVerifier, type PassTarget, type VisitorPass } from "../call/visitor-pass.js";
import type { Database } from "../data/database.types.js";
import { isDuplicateKeyError } from "../data/ids.js";
import type { Scope, WriteScope } from "../data/tenancy/scope.types.js";
import {
  hashCookie,
  parsePassCookie,
  readCookie,
  setCookie,
  toCookieName,
  toPassCookieName,
  toVisitorCookieName,
  type VisitorDetails,
} from "./cookies.js";
import { getPagePath } from "./page-requests.js";
import { findVisitorById, insertVisitor, type Visitor } from "./visitors.store.js";

const visitorDays = 180;
const visitorSeconds = visitorDays * 24 * 60 * 60;

export interface Redemption {
  call: Call;
  target: PassTarget;
  /** The pass from the address. */
  token: string;
  /** Runs in the transaction that uses the pass up, once per pass. */
  onUsed?: (scope: WriteScope, visitor: Visitor) => Promise<void>;
}

/** The visitors of the pages of one service. */
export interface PageVisitors {
  /** The visitor whose cookie the request carries, if it belongs to this page. */
  find(scope: Scope, request: FastifyRequest, targetId: string): Promise<Visitor | undefined>;
  /**
   * Uses a pass and gives the browser the cookie of a visitor. A repeat by the same browser, whose first answer was lost, gets the
   * same cookie.
   * @returns false for a pass that is forged, expired, used, for another page, or without the cookie that was set with it; nothing
   *   was written then
   */
  redeem(request: FastifyRequest, reply: FastifyReply, redemption: Redemption): Promise<boolean>;
}

/** @param publicKeys the setting CALL_CONTEXT_PUBLIC_KEYS */
export function createPageVisitors(db: Database, publicKeys: string): PageVisitors {
  const verify = createPassVerifier(publicKeys);
  return {
    find: findVisitor,

    async redeem(request, reply, redemption) {
      const { call, target, token } = redemption;
      const pass = verify(token, target);
      if (!pass || pass.businessId !== call.businessId) return false;
      const passCookieName = toPassCookieName(pass.jti);
      const cookie = readCookie(request, passCookieName);
      if (!cookie || hashCookie(cookie.value) !== pass.jti) return false;
      const { secret, details } = parsePassCookie(cookie.value);
      const useOnce = () =>
        db.transaction(call, (scope) => usePass(scope, request, { redemption, pass, secret, details }));
      // When two requests use the same pass at once, the second one runs again and finds the visitor of the first.
      await useOnce().catch((error: unknown) => {
        if (isDuplicateKeyError(error)) return useOnce();
        throw error;
      });
      const path = getPagePath(request);
      const { isSecure } = cookie;
      const visitorCookie = { name: toCookieName(toVisitorCookieName(target.id), isSecure), value: secret };
      setCookie(reply, { ...visitorCookie, path, maxAgeSeconds: visitorSeconds, isSecure });
      setCookie(reply, { name: toCookieName(passCookieName, isSecure), value: "", path, maxAgeSeconds: 0, isSecure });
      return true;
    },
  };
}

async function findVisitor(scope: Scope, request: FastifyRequest, targetId: string): Promise<Visitor | undefined> {
  const cookie = readCookie(request, toVisitorCookieName(targetId));
  const found = cookie && (await findVisitorById(scope, hashCookie(cookie.value)));
  return found?.targetId === targetId ? found : undefined;
}

interface PassUse {
  redemption: Redemption;
  pass: VisitorPass;
  secret: string;
  details: VisitorDetails;
}

async function usePass(scope: WriteScope, request: FastifyRequest, use: PassUse): Promise<void> {
  const { redemption, pass, secret, details } = use;
  const _id = hashCookie(secret);
  if (await findVisitorById(scope, _id)) return;
  const before = await findVisitor(scope, request, pass.target.id);
  const { slug, registrationId, isVerified, provenContact } = pass;
  const visitor: Visitor = {
    _id,
    targetId: pass.target.id,
    // The same person in the same browser still sees earlier prizes. Another person, for example on a shared tablet, does not.
    visitId: before?.visitorId === pass.visitorId ? before.visitId : _id,
    visitorId: pass.visitorId,
    registration: { slug, registrationId, isVerified, provenContact, ...details },
    createdAt: scope.now,
    expiresAt: new Date(scope.now.getTime() + visitorSeconds * 1000),
  };
  await insertVisitor(scope, visitor);
  await redemption.onUsed?.(scope, visitor);
}
