import { Refusal } from "@tenant-ops/kit/errors";
import { bodyBytesMax, toRestList } from "@tenant-ops/kit/http";
import type { Logger } from "@tenant-ops/kit/telemetry";
import {
  createKey,
  getKey,
  listKeys,
  listOperatorCalls as listOperatorCallsRoute,
  revokeKey,
  rotateKey,
} from "@tenant-ops/rest/gateway";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { createKeyActions, type KeyActionOptions } from "../accounts/key-actions.js";
import type { FindOperator } from "../auth/operator-keys.js";
import type { OperatorLimit } from "../limits/address-quota.js";
import type { OffboardingOptions } from "../offboarding/create-offboarding.js";
import { operatorOffboardingRoutes } from "../offboarding/operator.routes.js";
import { normalizeAddress } from "../request/client-address.js";
import { getHeader } from "../request/headers.js";
import { addLogFields, markSecret } from "../request/request-state.js";
import { bindOperatorRoute, type OperatorRouteOptions } from "./bind-operator-route.js";
import { businessRoutes } from "./businesses.routes.js";
import { type InvitationRouteOptions, invitationRoutes } from "./invitations.routes.js";
import { recordOperatorCall, registerCallOutcomes } from "./operator-calls.js";
import { listOperatorCalls, type OperatorCall } from "./operator-calls.store.js";

export interface AdminOptions extends KeyRouteOptions, InvitationRouteOptions {
  offboarding: OffboardingOptions;
  findOperator: FindOperator;
  operatorLimit: OperatorLimit;
  logger: Logger;
}

/** `/v1/admin`: the operator manages businesses and keys. It has its own port, which tenants cannot reach. */
export function adminRoutes(app: FastifyInstance, options: AdminOptions): void {
  const { db, logger } = options;
  void app.register(async (scope) => {
    scope.addHook("onRoute", (route) => {
      route.config = { ...route.config, caller: "operator" };
      route.bodyLimit = bodyBytesMax;
    });
    registerCallOutcomes(scope, db, logger);
    scope.addHook("onRequest", async (request, reply) => {
      const operator = requireOperator(request, options);
      addLogFields(request, { keyId: `operator:${operator}` });
      void reply.header("cache-control", "no-store");
      markSecret(request);
      await recordOperatorCall(db, request, operator);
    });
    businessRoutes(scope, options);
    registerKeyRoutes(scope, options);
    invitationRoutes(scope, options);
    registerCallRoutes(scope, options);
    operatorOffboardingRoutes(scope, options, options.offboarding);
  });
}

/**
 * @returns the name of the operator
 * @throws Refusal rate_limited for an address that has sent too many wrong keys, unauthorized without an operator key
 */
function requireOperator(request: FastifyRequest, { findOperator, operatorLimit, logger }: AdminOptions): string {
  const address = normalizeAddress(request.ip);
  operatorLimit.requireRemaining(address);
  const [, bearer] = /^Bearer +(\S+)$/i.exec(getHeader(request, "authorization") ?? "") ?? [];
  const operator = bearer && findOperator(bearer);
  if (operator) return operator;
  if (getHeader(request, "authorization") !== undefined || getHeader(request, "x-api-key") !== undefined) {
    operatorLimit.recordFailure(address);
    logger.warn({ address, requestId: request.id }, "operator key refused");
  }
  throw new Refusal("unauthorized", "Unauthorized: send an operator key as Authorization: Bearer.");
}

/** `GET /v1/admin/calls`: the calls of operators. */
function registerCallRoutes(app: FastifyInstance, options: OperatorRouteOptions): void {
  bindOperatorRoute(app, options, listOperatorCallsRoute, async ({ query: { limit, cursor, ...filter } }) =>
    toRestList(await listOperatorCalls(options.db, filter, { limit, cursor }), toCallReply),
  );
}

function toCallReply({ at, answeredAt, ...rest }: OperatorCall) {
  return { ...rest, at: at.toISOString(), answeredAt: answeredAt?.toISOString() ?? null };
}

interface KeyRouteOptions extends OperatorRouteOptions, KeyActionOptions {}

/** The keys of a business. The caller is the operator; a key is shown only in the reply that creates it. */
function registerKeyRoutes(app: FastifyInstance, options: KeyRouteOptions): void {
  const actions = createKeyActions(options);
  bindOperatorRoute(app, options, listKeys, actions.list);
  bindOperatorRoute(app, options, getKey, ({ params }) => actions.get(params));
  bindOperatorRoute(app, options, createKey, actions.create);
  bindOperatorRoute(app, options, rotateKey, actions.rotate);
  bindOperatorRoute(app, options, revokeKey, actions.revoke);
}
