import { Refusal } from "@tenant-ops/kit/errors";
import { bodyBytesMax } from "@tenant-ops/kit/http";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { IsOperatorKey } from "../auth/operator-key.js";
import type { Authenticate } from "../auth/authenticate.js";
import { getHeader } from "../request/headers.js";
import { addLogFields, markSecret } from "../request/request-state.js";
import { registerBusinessRoutes } from "./businesses.routes.js";
import { type KeyRouteOptions, registerKeyRoutes } from "./keys.routes.js";

export interface AdminOptions extends KeyRouteOptions {
  isOperatorKey: IsOperatorKey;
  authenticate: Authenticate;
}

/** `/v1/admin`: the operator manages businesses and keys. */
export function registerAdmin(app: FastifyInstance, options: AdminOptions): void {
  void app.register(async (scope) => {
    scope.addHook("onRoute", (route) => {
      route.config = { ...route.config, caller: "operator" };
      route.bodyLimit = bodyBytesMax;
    });
    scope.addHook("onRequest", async (request, reply) => {
      await requireOperator(request, options);
      addLogFields(request, { keyId: "operator" });
      void reply.header("cache-control", "no-store");
      markSecret(request);
    });
    registerBusinessRoutes(scope, options);
    registerKeyRoutes(scope, options);
  });
}

/** @throws Refusal forbidden for a tenant, unauthorized for any other caller */
async function requireOperator(request: FastifyRequest, options: AdminOptions): Promise<void> {
  const [, bearer] = /^Bearer +(\S+)$/i.exec(getHeader(request, "authorization") ?? "") ?? [];
  if (bearer && options.isOperatorKey(bearer)) return;
  const sentTenantCredential = getHeader(request, "x-api-key") !== undefined || bearer !== undefined;
  if (!sentTenantCredential)
    throw new Refusal("unauthorized", "Unauthorized: send the operator key as Authorization: Bearer.");
  try {
    await options.authenticate(request);
  } catch (error) {
    // The operator key was sent in the header of the tenant keys.
    if (!(error instanceof Refusal) || error.code !== "tenant_auth_required") throw error;
    throw new Refusal("unauthorized", "Unauthorized: the operator key goes into Authorization: Bearer.");
  }
  throw new Refusal("forbidden", "This area is the operator's. A tenant's credential has no access to it.");
}
