import { type Call, createSystemCall, readIdempotencyKey } from "@tenant-ops/kit/call";
import type { Database } from "@tenant-ops/kit/data";
import { requireCall, toRestList } from "@tenant-ops/kit/http";
import type { RpcClients } from "@tenant-ops/kit/rpc";
import { ConsoleService, type OpenInvitation } from "@tenant-ops/proto/console";
import type { Role } from "@tenant-ops/rest/access";
import { createInvitation, listBusinessInvitations, withdrawBusinessInvitation } from "@tenant-ops/rest/accounts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { requireBusiness } from "../businesses/require-business.js";
import { bindOperatorRoute } from "../requests/bind-operator-route.js";

export interface InvitationRouteOptions {
  db: Database;
  clients: RpcClients;
}

const timeoutMs = 9000;

/** Invitations to the console. The console service keeps them; it also makes a repeat with the same Idempotency-Key the same link. */
export function invitationRoutes(app: FastifyInstance, { db, clients }: InvitationRouteOptions): void {
  bindOperatorRoute(app, db, createInvitation, async ({ params: { businessId }, body, request, state, setCreated }) => {
    await requireBusiness(db, businessId);
    const call = createOperatorCall(request, businessId, "createInvitation", "console:write");
    const { message: made, replayed } = await clients.unary(
      ConsoleService.method.createInvitation,
      { ...body, invitedBy: getOperator(request) },
      call,
    );
    state.replayed = replayed;
    setCreated(made.id);
    return { _id: made.id, url: made.url, expiresAt: made.expiresAt };
  });

  bindOperatorRoute(app, db, listBusinessInvitations, async ({ params: { businessId }, query, request }) => {
    await requireBusiness(db, businessId);
    const call = createOperatorCall(request, businessId, "listInvitations", "console:read");
    const { items, nextCursor } = (await clients.unary(ConsoleService.method.listInvitations, query, call)).message;
    const page = { items, hasMore: nextCursor !== "", ...(nextCursor && { nextCursor }) };
    return toRestList(page, toReply);
  });

  bindOperatorRoute(
    app,
    db,
    withdrawBusinessInvitation,
    async ({ params: { businessId, invitationId }, request, state }) => {
      await requireBusiness(db, businessId);
      const call = createOperatorCall(request, businessId, "withdrawInvitation", "console:write");
      const { replayed } = await clients.unary(ConsoleService.method.withdrawInvitation, { invitationId }, call);
      state.replayed = replayed;
      return undefined;
    },
  );
}

const getOperator = (request: FastifyRequest): string => requireCall(request).operator ?? "";

/** The operator is part of the name of the write: the same Idempotency-Key of another operator is another write. */
function createOperatorCall(request: FastifyRequest, businessId: string, operation: string, scope: string): Call {
  const operator = getOperator(request);
  const key = readIdempotencyKey(request);
  return createSystemCall(businessId, operation, {
    scopes: [scope],
    keyId: `operator:${operator}`,
    requestId: requireCall(request).requestId,
    deadline: Date.now() + timeoutMs,
    ...(key !== undefined && { idempotencyKey: `${operator}|${key}` }),
  });
}

function toReply({ id, name, email, role, isRecovery, invitedBy, createdAt, expiresAt }: OpenInvitation) {
  return { _id: id, name, email, role: role as Role, isRecovery, invitedBy, createdAt, expiresAt };
}
