import type { Call } from "@tenant-ops/kit/call";
import { bindRoute, type ParsedRequest, type Route, type RouteReply } from "@tenant-ops/kit/http";
import { Refusal } from "@tenant-ops/kit/errors";
import type { FastifyInstance } from "fastify";

/**
 * Registers the handler of a declared route for people, whose path names the business. The gateway has checked the session, the role and the proof of
 * the person in it. The same Idempotency-Key of another person is another write.
 */
export function bindPersonRoute<R extends Route>(
  app: FastifyInstance,
  route: R,
  handle: (input: ParsedRequest<R> & { call: Call }) => Promise<RouteReply<R>>,
): void {
  bindRoute(app, route, (input) => {
    const { call, params } = input;
    const { businessId } = params as { businessId?: string };
    if (businessId !== call.businessId) throw new Refusal("forbidden", "This is not the business of the request.");
    if (call.idempotencyKey) call.idempotencyKey = `${call.keyId}|${call.idempotencyKey}`;
    return handle({ ...input, call });
  });
}
