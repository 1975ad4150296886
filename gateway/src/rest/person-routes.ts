import { requireRoleScope, type SignContext } from "@tenant-ops/kit/call";
import { requireProof, type RouteFacts, toFastifyPath } from "@tenant-ops/kit/http";
import contract from "@tenant-ops/rest/routes.json" with { type: "json" };
import type { FastifyInstance, FastifyRequest } from "fastify";
import { authenticatePerson, type PersonOptions } from "../auth/authenticate-person.js";
import { createPersonTenant } from "../auth/create-tenant.js";
import { type OpenBusinesses, requireOpen } from "../accounts/changes.js";
import type { ActiveMember } from "../auth/people-directories.js";
import { addLogFields, markSecret } from "../request/request-state.js";
import { isRead, workTimeoutMs } from "./access.js";
import { setServiceHeaders } from "./headers.js";
import { passOn } from "./pass-on.js";

export interface PersonRouteOptions extends PersonOptions, OpenBusinesses {
  sign: SignContext;
  /** Reads what accounts has changed, before the answer is sent. */
  refreshChanges: () => Promise<void>;
}

/**
 * `/v1/console/businesses/{businessId}`: the routes for people whose records another service keeps than the console, which checks its own. The path
 * names the business.
 */
export function registerPersonRoutes(app: FastifyInstance, service: string, options: PersonRouteOptions): void {
  for (const route of contract.personRoutes.filter((one) => one.service === service)) {
    app.route({
      method: route.method,
      url: toFastifyPath(route.path),
      config: { caller: "person", host: "application", storedBy: "person" },
      onRequest: async (request, reply) => {
        void reply.header("cache-control", "no-store");
        markSecret(request);
        const member = await authorize(request, route, options);
        setServiceHeaders(request, options.sign(createPersonTenant(member), route.service));
      },
      handler: (_request, reply) => passOn(reply, route.service, false, { timeoutMs: workTimeoutMs }),
      onSend: async (request) => {
        if (!isRead(request.method)) await options.refreshChanges();
      },
    });
  }
}

/** @throws Refusal unauthorized, forbidden, step_up_required, business_closed */
async function authorize(
  request: FastifyRequest,
  { id, access }: RouteFacts,
  options: PersonRouteOptions,
): Promise<ActiveMember> {
  const { businessId } = request.params as { businessId: string };
  const member = await authenticatePerson(request, businessId, options);
  addLogFields(request, { businessId: member.business.id, keyId: member.personId });
  // Each of these routes is about a business.
  if (!access?.scope) throw new Error(`${id} does not declare which scope it needs`);
  requireRoleScope(member.scopes, access.scope);
  if (access.needsProof) requireProof({ provenAt: await member.readProof() });
  if (!access.whileClosed) requireOpen({ businessId: member.business.id }, options);
  return member;
}
