import { type Call, createSystemCall, readIdempotencyKey, requireRoleScope } from "@tenant-ops/kit/call";
import type { Database } from "@tenant-ops/kit/data";
import { Refusal } from "@tenant-ops/kit/errors";
import {
  bindRouteWith,
  computeBodyDigest,
  computeDeadline,
  getOperationPath,
  getRequestId,
  type ParsedRequest,
  requireProof,
  requireSameOrigin,
  type Route,
  type RouteReply,
  setReplayedHeader,
} from "@tenant-ops/kit/http";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { listRoleScopes } from "@tenant-ops/rest/access";
import type { ConsoleContext } from "../context.js";
import type { Membership } from "../members/members.rules.js";
import { findMembership } from "../members/members.store.js";
import { findActiveSession } from "../sessions/find-session.js";
import { createSessionEnded, type Session } from "../sessions/sessions.rules.js";

declare module "fastify" {
  interface FastifyRequest {
    /** Set before the handler of a route for people runs. */
    signedIn: SignedIn | null;
  }
}

/** Who sent a request. */
export interface SignedIn {
  session: Session;
  /** The membership in the business of the path; absent for a route without a business. */
  membership?: Membership;
}

type Options = Pick<ConsoleContext, "db" | "cookie" | "config">;

export type PersonInput<R extends Route> = ParsedRequest<R> & SignedIn & { request: FastifyRequest };

/** Registers the handler of a declared route for people who are signed in. The session is checked before anything is parsed. */
export function bindPersonRoute<R extends Route>(
  app: FastifyInstance,
  options: Options,
  route: R,
  handle: (input: PersonInput<R>) => Promise<RouteReply<R>>,
): void {
  void app.register(async (scope) => {
    scope.addHook("onRoute", (registered) => {
      registered.config = { ...registered.config, withoutCaller: "session" };
    });
    scope.addHook("onRequest", async (request, reply) => {
      void reply.header("cache-control", "no-store");
      request.signedIn = await authorize(request, route, options);
    });
    bindRouteWith(scope, route, {
      begin: (request) => ({ ...requireSignedIn(request), request }),
      handle,
    });
  });
}

/** What handlers of routes about a business get in addition: the membership, and the call for the database. */
export interface OfBusiness {
  membership: Membership;
  call: Call;
}

/** The same for a route about a business. A repeat with the same Idempotency-Key gets the stored reply of the transaction. */
export function bindMemberRoute<R extends Route>(
  app: FastifyInstance,
  options: Options,
  route: R,
  handle: (input: PersonInput<R> & OfBusiness) => Promise<RouteReply<R>>,
): void {
  bindPersonRoute(app, options, route, async (input) => {
    const { membership, request, reply } = input;
    if (!membership) throw new Error(`${route.id} does not declare which scope it needs`);
    const call = createMemberCall(request, route, membership);
    const answer = await handle({ ...input, membership, call });
    setReplayedHeader(reply, call);
    return answer;
  });
}

/** The person is part of the idempotency scope: the same key sent by another person is another write. */
function createMemberCall(request: FastifyRequest, route: Route, { businessId, personId }: Membership): Call {
  const key = readIdempotencyKey(request);
  return createSystemCall(businessId, route.id, {
    keyId: personId,
    requestId: getRequestId(request),
    deadline: computeDeadline(request),
    ...(key && { idempotencyKey: `${personId}|${getOperationPath(request)}|${key}` }),
    requestDigest: () => computeBodyDigest(request),
  });
}

function requireSignedIn({ signedIn }: FastifyRequest): SignedIn {
  if (!signedIn) throw new Error("the session of the request was not checked");
  return signedIn;
}

/** @throws Refusal unauthorized, forbidden, step_up_required, business_closed */
async function authorize(
  request: FastifyRequest,
  { method, access = {} }: Route,
  { db, cookie, config }: Options,
): Promise<SignedIn> {
  const { scope, needsProof = false } = access;
  if (method !== "GET") requireSameOrigin(request, config.APP_URL);
  const hash = cookie.readHash(request);
  const session = hash && (await findActiveSession(db, hash));
  if (!session) throw createSessionEnded();
  const membership = scope === undefined ? undefined : await requireMembership(db, request, session);
  if (scope !== undefined && membership) requireRoleScope(listRoleScopes(membership.role), scope);
  if (needsProof) requireProof(session);
  return { session, ...(membership && { membership }) };
}

async function requireMembership(db: Database, request: FastifyRequest, { personId }: Session): Promise<Membership> {
  const { businessId } = request.params as { businessId: string };
  const membership = await findMembership(db, businessId, personId);
  if (!membership)
    throw new Refusal(
      "unauthorized",
      "Your session has ended, or you are not a member of this business. Sign in again.",
    );
  db.closedBusinesses.requireOpen({ businessId });
  return membership;
}
