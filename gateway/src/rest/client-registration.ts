import type { FastifyInstance, FastifyReply } from "fastify";
import type { AddressQuota } from "../limits/address-quota.js";
import { normalizeAddress } from "../request/client-address.js";
import { getRequestState, markSecret } from "../request/request-state.js";
import { createServiceHeaders } from "./headers.js";

type PassOn = (reply: FastifyReply, service: string, isPublic: boolean) => FastifyReply;

/** `POST /oauth/register`: the console service answers. A client registers once, so an address gets few of them. */
export function registerClientRegistration(scope: FastifyInstance, passOn: PassOn, quota: AddressQuota): void {
  scope.post(
    "/oauth/register",
    {
      onRequest: async (request) => {
        const address = normalizeAddress(request.ip);
        quota.requireRemaining(address, "Too many clients were registered from this address. Wait a moment.");
        quota.increment(address);
        getRequestState(request).serviceHeaders = createServiceHeaders(request, undefined);
        markSecret(request);
      },
    },
    (_request, reply) => passOn(reply, "console", true),
  );
}
