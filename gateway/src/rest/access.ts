import { isConnectionId, getHttpAccess, requireRoleScope, requireScopes, type SignContext } from "@tenant-ops/kit/call";
import { Refusal } from "@tenant-ops/kit/errors";
import { getRouteScope, isRouteWrite, requireProof, type RouteFacts } from "@tenant-ops/kit/http";
import { areas, tools } from "@tenant-ops/proto";
import { agentScopes, listNeededScopes } from "@tenant-ops/rest/access";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Approvals } from "../approvals/approvals.js";
import type { Authenticate } from "../auth/authenticate.js";
import type { TenantLimits } from "../limits/tenant-limits.js";
import { getHeader } from "../request/headers.js";
import type { Tenant } from "../tenant/tenant.js";

export interface RestAccessOptions {
  authenticate: Authenticate;
  limits: TenantLimits;
  approvals: Pick<Approvals, "concernsRoute">;
  sign: SignContext;
}

/**
 * Authenticates, counts and authorizes a REST request of a tenant.
 * @returns the signed call context
 * @throws Refusal
 */
export async function authorizeRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  route: RouteFacts,
  { authenticate, limits, approvals, sign }: RestAccessOptions,
): Promise<string> {
  const tenant = await authenticate(request);
  limits.admit(reply, tenant);
  // A preview writes nothing, and costs as much as a write.
  limits.consume(reply, tenant, getHttpAccess(request.method));
  requireOwnBusiness(request, tenant);
  await requireRouteAccess(tenant, route);
  // A reset and a seed of a sandbox have no preview, and change no live data.
  if (isRouteWrite(route) && tenant.requireProposal && !route.access?.onlySandbox)
    throw createProposalRequired(route.service);
  if (isRouteWrite(route) && (await approvals.concernsRoute(tenant, route))) throw createApprovalRequired(route);
  // What such a route needs of each area was checked above, and its service knows the areas of nobody.
  const { ofAllAreas, withoutScope } = route.access ?? {};
  const scopes = ofAllAreas || withoutScope ? [getRouteScope(route)] : tenant.scopes;
  return sign({ ...tenant, scopes }, route.service);
}

/** @throws Refusal forbidden, step_up_required */
async function requireRouteAccess(tenant: Tenant, route: RouteFacts): Promise<void> {
  const isAgent = isConnectionId(tenant.keyId);
  const needed = listNeededScopes(route, tenant.credential !== "session" && !isAgent);
  const notForAgents = needed.find((scope) => !agentScopes.includes(scope));
  if (isAgent && notForAgents !== undefined) throw createNotForAgents(notForAgents);
  if (tenant.credential === "session") for (const scope of needed) requireRoleScope(tenant.scopes, scope);
  else requireScopes(tenant, needed, `${route.method} ${route.path}`);
  if (route.access?.needsProof && tenant.readProof) requireProof({ provenAt: await tenant.readProof() });
}

/** For a route that needs a proof of a person for some bodies. @throws Refusal step_up_required */
export async function requireProofFor(
  { readProof }: Tenant,
  { access }: RouteFacts,
  body: object | undefined,
): Promise<void> {
  const { needsProofFor } = access ?? {};
  if (!readProof || !needsProofFor) return;
  const given = new Map<string, unknown>(Object.entries(body ?? {}));
  if (Object.entries(needsProofFor).every(([field, value]) => given.get(field) === value))
    requireProof({ provenAt: await readProof() });
}

/**
 * The contexts of a caller for all areas, as the value of the header `contexts`. The caller has been authorized for all of them. Each has the scopes of
 * its area only, so that the header stays short.
 */
export function signForAreas(tenant: Tenant, sign: SignContext): string {
  const signed = areas.map((area) => {
    const scopes = [`${area}:read`, `${area}:write`];
    return [area, sign({ ...tenant, scopes }, area)];
  });
  return JSON.stringify(Object.fromEntries(signed));
}

/** How long accounts may take: it asks all services, and a sandbox is emptied and filled by many calls. */
export const workTimeoutMs = 25_000;

function createNotForAgents(scope: string): Refusal {
  return new Refusal(
    "forbidden",
    `This is for people who are signed in and for keys, not for agents that people have connected: it needs the scope ${scope}, which no connection gets. Use the console, or a key with this scope.`,
  );
}

export function isRead(method: string | undefined): boolean {
  return getHttpAccess(method) === "read";
}

/** @throws Refusal forbidden */
function requireOwnBusiness(request: FastifyRequest, tenant: Tenant): void {
  const businessId = getHeader(request, "x-business-id");
  // A developer who changes only the key still sends the id of the live business. The key alone decides which data is used.
  if (businessId !== undefined && [tenant.businessId, tenant.sandboxOf].includes(businessId)) return;
  throw new Refusal(
    "forbidden",
    businessId
      ? "x-business-id is not the business of this key."
      : "Send the business of the key in the header x-business-id.",
  );
}

/** For a write over REST that people have to approve. */
function createApprovalRequired({ service, tools: ofRoute = [] }: RouteFacts): Refusal {
  const pairs = tools.flatMap(({ name, preview }) =>
    preview && ofRoute.includes(name) ? [`${preview} and ${name}`] : [],
  );
  const advice =
    pairs.length > 0
      ? `Use the tools over MCP: ${pairs.join(", ")}.`
      : `No tool of ${service} does this: use the console.`;
  return new Refusal(
    "proposal_required",
    `By the rules of this business people approve this write of your key, and they see a preview, which REST does not have. Nothing was written. ${advice}`,
  );
}

/** For every write over REST, which has no previews. */
function createProposalRequired(service: string): Refusal {
  const pairs = tools.flatMap(({ area, name, preview }) =>
    area === service && preview ? [`${preview} and ${name}`] : [],
  );
  const advice = pairs.length > 0 ? ` Use the tools over MCP: ${pairs.join(", ")}.` : " No tool writes here.";
  return new Refusal(
    "proposal_required",
    `This key writes only what was previewed, and REST has no previews. Nothing was written.${advice} For a back end, the operator creates a key with requireProposal: false.`,
  );
}
