import { bindRouteWith, type ParsedRequest, type Route, type RouteReply } from "@tenant-ops/kit/http";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { markSecret } from "../request/request-state.js";
import type { Tenant } from "../tenant/tenant.js";
import { authorizeTenant, type RestAccessOptions } from "./access.js";

export interface AllAreasOptions extends RestAccessOptions {
  /** For tests: an answer that the route does not declare is an error. */
  checkReplies: boolean;
}

export type AllAreasHandler<R extends Route> = (
  input: ParsedRequest<R> & { request: FastifyRequest; tenant: Tenant },
) => Promise<RouteReply<R>>;

/** Registers the handler of a route of tenants that the gateway answers itself. The caller is checked before the request is parsed. */
export function bindAllAreas<R extends Route>(
  app: FastifyInstance,
  options: AllAreasOptions,
  route: R,
  handle: AllAreasHandler<R>,
): void {
  void app.register(async (scope) => {
    scope.addHook("onRequest", async (request, reply) => {
      await authorizeTenant(request, reply, route, options);
      void reply.header("cache-control", "no-store");
      markSecret(request);
    });
    bindRouteWith(scope, route, {
      begin: (request) => ({ request }),
      // The tenant was checked above; this returns the same result.
      handle: async (input) => handle({ ...input, tenant: await options.authenticate(input.request) }),
      checksReplies: () => options.checkReplies,
    });
  });
}
