import type { Call } from "@tenant-ops/kit/call";
import { bindRoute, type ParsedRequest, type Route, type RouteReply } from "@tenant-ops/kit/http";
import type { FastifyInstance, FastifyRequest } from "fastify";

/** Registers the handler of a route of tenants that concerns all areas. The gateway has checked the scopes of all of them. */
export function bindTenantRoute<R extends Route>(
  app: FastifyInstance,
  route: R,
  handle: (input: ParsedRequest<R> & { request: FastifyRequest; call: Call }) => Promise<RouteReply<R>>,
): void {
  bindRoute(app, route, (input) => {
    void input.reply.header("cache-control", "no-store");
    return handle({ ...input, request: input.reply.request });
  });
}
