import { create } from "@bufbuild/protobuf";
import { createSystemCall } from "@tenant-ops/kit/call";
import { readIdempotencyKey } from "@tenant-ops/kit/http";
import type { RpcClients } from "@tenant-ops/kit/rpc";
import { ConsoleService, CreateInvitationRequestSchema } from "@tenant-ops/proto/console";
import { createInvitation } from "@tenant-ops/rest/gateway";
import type { FastifyInstance } from "fastify";
import { requireBusiness } from "../accounts/key-actions.js";
import { bindOperatorRoute, type OperatorRouteOptions } from "./bind-operator-route.js";

export interface InvitationRouteOptions extends OperatorRouteOptions {
  clients: RpcClients;
}

const timeoutMs = 9000;

/** Invitations to the console. The console service keeps them; it also makes a repeat with the same Idempotency-Key the same link. */
export function registerInvitationRoutes(app: FastifyInstance, options: InvitationRouteOptions): void {
  const { db, clients } = options;
  bindOperatorRoute(
    app,
    options,
    createInvitation,
    async ({ params: { businessId }, body, request, state, setCreated }) => {
      await requireBusiness(db, businessId);
      const operator = request.operatorCall?.operator ?? "";
      const key = readIdempotencyKey(request);
      const call = createSystemCall(businessId, "createInvitation", {
        scopes: ["console:write"],
        keyId: `operator:${operator}`,
        requestId: request.id,
        deadline: Date.now() + timeoutMs,
        ...(key !== undefined && { idempotencyKey: `${operator}|${key}` }),
      });
      const message = create(CreateInvitationRequestSchema, { ...body, invitedBy: operator });
      const { message: invitation, replayed } = await clients.unary(
        ConsoleService.method.createInvitation,
        message,
        call,
      );
      state.replayed = replayed;
      setCreated(invitation.id);
      return { _id: invitation.id, url: invitation.url, expiresAt: invitation.expiresAt };
    },
  );
}
