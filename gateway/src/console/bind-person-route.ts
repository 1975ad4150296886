import { requireRoleScope } from "@tenant-ops/kit/call";
import type { Database } from "@tenant-ops/kit/data";
import {
  bindRouteWith,
  type ParsedRequest,
  requireProof,
  type Route,
  type RouteReply,
  setReplayedHeader,
} from "@tenant-ops/kit/http";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { createRunOnce, type RunOnce } from "../accounts/named-writes.js";
import { authenticatePerson, type PersonOptions } from "../auth/authenticate-person.js";
import { requireOpen } from "../auth/open-businesses.js";
import type { ActiveMember } from "../auth/session-directory.js";
import { addLogFields, markSecret } from "../request/request-state.js";

declare module "fastify" {
  interface FastifyRequest {
    /** The person behind a request to a route of people. */
    activeMember: ActiveMember | null;
  }
}

export interface PersonRouteOptions extends PersonOptions {
  db: Database;
  /** For tests: an answer that the route does not declare is an error. */
  checkReplies: boolean;
  /** The route works also while the business is being offboarded. */
  allowsClosed?: boolean;
}

export interface PersonContext {
  request: FastifyRequest;
  runOnce: RunOnce;
  /** Set `replayed` for an answer that was stored elsewhere; `runOnce` sets it itself. */
  state: { replayed?: boolean };
}

/** Registers the handler of a declared route for people that the gateway answers itself. The path names the business. */
export function bindPersonRoute<R extends Route>(
  app: FastifyInstance,
  options: PersonRouteOptions,
  route: R,
  handle: (input: ParsedRequest<R> & PersonContext) => Promise<RouteReply<R>>,
): void {
  void app.register(async (scope) => {
    scope.addHook("onRequest", async (request, reply) => {
      void reply.header("cache-control", "no-store");
      markSecret(request);
      request.activeMember = await authorize(request, route, options);
    });
    bindRouteWith(scope, route, {
      begin: (request) => ({ request, ...createRunOnce(options.db, request, () => request.activeMember?.personId) }),
      handle: async (input) => {
        const answer = await handle(input);
        setReplayedHeader(input.reply, input.state);
        return answer;
      },
      checksReplies: () => options.checkReplies,
    });
  });
}

/** @throws Refusal unauthorized, forbidden, step_up_required, business_closed */
async function authorize(
  request: FastifyRequest,
  { id, access }: Route,
  options: PersonRouteOptions,
): Promise<ActiveMember> {
  const { businessId } = request.params as { businessId: string };
  const member = await authenticatePerson(request, businessId, options);
  addLogFields(request, { businessId: member.business._id, keyId: member.personId });
  // Every route of the gateway is about a business.
  if (!access?.scope) throw new Error(`${id} does not declare which scope it needs`);
  requireRoleScope(member.scopes, access.scope);
  if (access.needsProof) requireProof({ provenAt: await member.readProof() });
  if (!options.allowsClosed) requireOpen({ businessId: member.business._id }, options.db);
  return member;
}
