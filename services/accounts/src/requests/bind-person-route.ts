import type { Database } from "@tenant-ops/kit/data";
import { bindRouteWith, type ParsedRequest, requireCall, type Route, type RouteReply } from "@tenant-ops/kit/http";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { createBusinessNotFound } from "../businesses/require-business.js";
import { createRunOnce, type RunOnce } from "./named-writes.js";

export interface PersonContext {
  request: FastifyRequest;
  /** Id of the person. */
  personId: string;
  runOnce: RunOnce;
  /** Set `replayed` for an answer that was stored elsewhere; `runOnce` sets it itself. */
  state: { replayed?: boolean };
}

/**
 * Registers the handler of a declared route for people, whose path names the business. The gateway has checked the session, the role and the proof of
 * the person in it, and signed the context for this business.
 */
export function bindPersonRoute<R extends Route>(
  app: FastifyInstance,
  db: Database,
  route: R,
  handle: (input: ParsedRequest<R> & PersonContext) => Promise<RouteReply<R>>,
): void {
  bindRouteWith(app, route, {
    begin: (request) => {
      const { businessId, keyId: personId } = requireCall(request);
      requireSameBusiness(request, businessId);
      return { request, personId, ...createRunOnce(db, request, () => personId) };
    },
    handle,
    replay: ({ state }) => state,
  });
}

/** A sandbox has no keys and no settings of its own. @throws Refusal business_not_found */
function requireSameBusiness({ params }: FastifyRequest, businessId: string): void {
  const { businessId: named = "" } = params as { businessId?: string };
  if (named !== businessId) throw createBusinessNotFound(named);
}
