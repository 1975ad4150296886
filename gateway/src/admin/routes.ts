import replyFrom from "@fastify/reply-from";
import { createSystemCall, type SignContext } from "@tenant-ops/kit/call";
import { Refusal } from "@tenant-ops/kit/errors";
import { bodyBytesMax, toFastifyPath } from "@tenant-ops/kit/http";
import type { Logger } from "@tenant-ops/kit/telemetry";
import contract from "@tenant-ops/rest/routes.json" with { type: "json" };
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Agent } from "undici";
import type { FindOperator } from "../auth/operator-keys.js";
import type { AddressQuota } from "../limits/address-quota.js";
import { normalizeAddress } from "../request/client-address.js";
import { getHeader, readBearer } from "../request/headers.js";
import { addLogFields, markSecret } from "../request/request-state.js";
import { isRead, workTimeoutMs } from "../rest/access.js";
import { createAddressHeader, setServiceHeaders } from "../rest/headers.js";
import { passOn } from "../rest/pass-on.js";

export interface AdminOptions {
  findOperator: FindOperator;
  /**
   * For wrong keys. Operators do not share their address with other callers, as tenants may. So over the limit the right key is refused too, and a
   * caller that guesses keys does not learn which one was right.
   */
  operatorLimit: AddressQuota;
  logger: Logger;
  sign: SignContext;
  agent: Agent;
  /** REST address of accounts. */
  address: string;
  /** Reads what accounts has changed, before the answer is sent. */
  refreshChanges: () => Promise<void>;
}

/** `/v1/admin`: accounts answers. The port is one that tenants cannot reach, and the keys of operators are checked here. */
export function adminRoutes(app: FastifyInstance, options: AdminOptions): void {
  const { sign, agent, address, refreshChanges } = options;
  void app.register(async (scope) => {
    await scope.register(replyFrom, { base: address, undici: agent });
    for (const route of contract.routes.filter(({ caller }) => caller === "operator")) {
      scope.route({
        method: route.method,
        url: toFastifyPath(route.path),
        bodyLimit: bodyBytesMax,
        config: { caller: "operator" },
        onRequest: async (request, reply) => {
          const operator = requireOperator(request, options);
          addLogFields(request, { keyId: `operator:${operator}` });
          void reply.header("cache-control", "no-store");
          markSecret(request);
          // Operators belong to no business, and their context allows the routes of operators only.
          const caller = createSystemCall("", route.id, { keyId: `operator:${operator}`, operator });
          setServiceHeaders(request, sign(caller, route.service), createAddressHeader(request));
        },
        handler: (_request, reply) => passOn(reply, route.service, false, { timeoutMs: workTimeoutMs }),
        onSend: async (request) => {
          if (!isRead(request.method)) await refreshChanges();
        },
      });
    }
  });
}

/**
 * @returns the name of the operator
 * @throws Refusal rate_limited for an address that has sent too many wrong keys, unauthorized without an operator key
 */
function requireOperator(request: FastifyRequest, { findOperator, operatorLimit, logger }: AdminOptions): string {
  const address = normalizeAddress(request.ip);
  operatorLimit.requireRemaining(address);
  const bearer = readBearer(request);
  const operator = bearer && findOperator(bearer);
  if (operator) return operator;
  if (getHeader(request, "authorization") !== undefined || getHeader(request, "x-api-key") !== undefined) {
    operatorLimit.consume(address);
    logger.warn({ address, requestId: request.id }, "operator key refused");
  }
  throw new Refusal("unauthorized", "Unauthorized: send an operator key as Authorization: Bearer.");
}
