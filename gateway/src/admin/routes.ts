import { Refusal } from "@tenant-ops/kit/errors";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { IsOperatorKey } from "../auth/operator.js";
import type { Authenticate } from "../auth/tenant.js";
import { headerOf, note } from "../requests.js";
import { businessRoutes } from "./businesses.routes.js";
import { type KeyRouteDeps, keyRoutes } from "./keys.routes.js";

export interface AdminDeps extends KeyRouteDeps {
  isOperatorKey: IsOperatorKey;
  authenticate: Authenticate;
}

/** `/v1/admin`: what the operator does with businesses and keys. */
export function registerAdmin(app: FastifyInstance, deps: AdminDeps): void {
  void app.register(async (scope) => {
    scope.addHook("onRequest", async (request, reply) => {
      await requireOperator(request, deps);
      note(request, { keyId: "operator" });
      void reply.header("cache-control", "no-store");
    });
    businessRoutes(scope, deps);
    keyRoutes(scope, deps);
  });
}

/** @throws Refusal forbidden for a tenant, unauthorized for everybody else */
async function requireOperator(request: FastifyRequest, deps: AdminDeps): Promise<void> {
  const [, bearer] = /^Bearer +(\S+)$/i.exec(headerOf(request, "authorization") ?? "") ?? [];
  if (bearer && deps.isOperatorKey(bearer)) return;
  const sentTenantCredential = headerOf(request, "x-api-key") !== undefined || bearer !== undefined;
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
