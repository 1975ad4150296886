import { type Access, requireScope } from "@tenant-ops/kit/call";
import type { Database } from "@tenant-ops/kit/data";
import { Refusal } from "@tenant-ops/kit/errors";
import { bindRouteWith, type ParsedRequest, type Route, type RouteAnswer } from "@tenant-ops/kit/http";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { findMembership } from "../members/members.store.js";
import type { Membership } from "../members/members.types.js";
import { listRoleScopes } from "../members/roles.rules.js";
import { findActiveSession } from "../sessions/find-session.js";
import type { SessionCookie } from "../sessions/session-cookie.js";
import { proofMs } from "../sessions/sessions.rules.js";
import type { Session } from "../sessions/sessions.types.js";
import { requireSameOrigin } from "./same-origin.js";

declare module "fastify" {
  interface FastifyRequest {
    /** Set before the handler of a route for people runs. */
    signedIn: SignedIn | null;
  }
}

/** Who sent a request. */
export interface SignedIn {
  session: Session;
  /** Of the business in the path; absent for a route without one. */
  membership?: Membership;
}

/** What a route needs: a scope in the business of the path, and for some a proof that is not older than five minutes. */
export interface PersonAccess {
  scope?: { area: string; access: Access };
  needsProof?: boolean;
}

export interface PersonRouteOptions {
  db: Database;
  cookie: SessionCookie;
  config: { APP_URL: string };
}

/** Registers the handler of a declared route for people who are signed in. The session is checked before anything is parsed. */
export function bindPersonRoute<R extends Route>(
  app: FastifyInstance,
  options: PersonRouteOptions,
  [route, access]: [R, PersonAccess],
  handle: (input: ParsedRequest<R> & SignedIn & { request: FastifyRequest }) => Promise<RouteAnswer<R>>,
): void {
  void app.register(async (scope) => {
    scope.addHook("onRoute", (registered) => {
      registered.config = { ...registered.config, withoutCaller: true };
    });
    scope.addHook("onRequest", async (request, reply) => {
      void reply.header("cache-control", "no-store");
      request.signedIn = await authorize(request, route, access, options);
    });
    bindRouteWith(scope, route, {
      begin: (request) => ({ ...requireSignedIn(request), request }),
      handle,
      checksReplies: (request) => request.kitAccess?.checkReplies === true,
    });
  });
}

function requireSignedIn({ signedIn }: FastifyRequest): SignedIn {
  if (!signedIn) throw new Error("the session of the request was not checked");
  return signedIn;
}

/** @throws Refusal unauthorized, forbidden, step_up_required */
async function authorize(
  request: FastifyRequest,
  { method, path }: Route,
  { scope, needsProof = false }: PersonAccess,
  { db, cookie, config }: PersonRouteOptions,
): Promise<SignedIn> {
  if (method !== "GET") requireSameOrigin(request, config.APP_URL);
  const hash = cookie.readHash(request);
  const session = hash && (await findActiveSession(db, hash));
  if (!session) throw new Refusal("unauthorized", "You are not signed in, or your session has ended. Sign in again.");
  const membership = scope && (await requireMembership(db, request, session));
  if (scope && membership)
    requireScope({ scopes: listRoleScopes(membership.role) }, scope.area, scope.access, `${method} ${path}`);
  if (needsProof && session.provenAt.getTime() + proofMs <= Date.now())
    throw new Refusal("step_up_required", "Confirm with your passkey that it is you. Nothing was done.");
  return { session, ...(membership && { membership }) };
}

async function requireMembership(db: Database, request: FastifyRequest, { personId }: Session): Promise<Membership> {
  const { businessId } = request.params as { businessId: string };
  const membership = await findMembership(db, businessId, personId);
  if (membership) return membership;
  throw new Refusal("unauthorized", "Your session has ended, or you are not a member of this business. Sign in again.");
}
