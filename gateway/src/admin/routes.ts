import { Refusal } from "@tenant-ops/kit/errors";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { IsOperatorKey } from "../auth/operator-key.js";
import type { Authenticate } from "../tenant/tenant.js";
import { getHeader, addLogFields } from "../requests.js";
import { registerBusinessRoutes } from "./businesses.routes.js";
import { type KeyRouteOptions, registerKeyRoutes } from "./keys.routes.js";

export interface AdminOptions extends KeyRouteOptions {
  isOperatorKey: IsOperatorKey;
  authenticate: Authenticate;
}

/** `/v1/admin`: what the operator does with businesses and keys. */
export function registerAdmin(app: FastifyInstance, deps: AdminOptions): void {
  void app.register(async (scope) => {
    scope.addHook("onRequest", async (request, reply) => {
      await requireOperator(request, deps);
      addLogFields(request, { keyId: "operator" });
      void reply.header("cache-control", "no-store");
    });
    registerBusinessRoutes(scope, deps);
    registerKeyRoutes(scope, deps);
  });
}

/** @throws Refusal forbidden for a tenant, unauthorized for everybody else */
async function requireOperator(request: FastifyRequest, deps: AdminOptions): Promise<void> {
  const [, bearer] = /^Bearer +(\S+)$/i.exec(getHeader(request, "authorization") ?? "") ?? [];
  if (bearer && deps.isOperatorKey(bearer)) return;
  const sentTenantCredential = getHeader(request, "x-api-key") !== undefined || bearer !== undefined;
  if (!sentTenantCredential)
    throw new Refusal("unauthorized", "Unauthorized: send the operator key as Authorization: Bearer.");
  try {
    await deps.authenticate(request);
  } catch (error) {
    // The operator's key in the tenants' header: right key, wrong door.
    if (!(error instanceof Refusal) || error.code !== "tenant_auth_required") throw error;
    throw new Refusal("unauthorized", "Unauthorized: the operator key goes into Authorization: Bearer.");
  }
  throw new Refusal("forbidden", "This area is the operator's. A tenant's credential has no access to it.");
}
