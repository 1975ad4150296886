import { Refusal } from "@tenant-ops/kit/errors";
import { toRestList } from "@tenant-ops/kit/http";
import * as routes from "@tenant-ops/rest/console";
import type { FastifyInstance } from "fastify";
import { requireActor } from "../members/members.changes.js";
import type { MemberRouteOptions } from "../members/members.http.js";
import { bindMemberRoute } from "../requests/person-routes.js";
import { inviteAsMember } from "./create-invitation.js";
import { deleteOpenInvitation, listOpenInvitations } from "./invitations.store.js";
import type { Invitation } from "./invitations.types.js";

/** The open invitations of a business. */
export function registerInvitationRoutes(app: FastifyInstance, options: MemberRouteOptions): void {
  const { db } = options;

  bindMemberRoute(app, options, routes.listInvitations, async ({ params: { businessId }, query }) =>
    toRestList(await listOpenInvitations(db, businessId, query), toReply),
  );

  bindMemberRoute(app, options, routes.inviteMember, async ({ call, body, session }) => {
    const link = await inviteAsMember(options, call, session.personId, body);
    return { ...body, ...link };
  });

  bindMemberRoute(app, options, routes.withdrawInvitation, async ({ call, params: { invitationId }, session }) => {
    await db.transaction(call, async (scope) => {
      await requireActor(scope, session.personId);
      if (!(await deleteOpenInvitation(scope, invitationId)))
        throw new Refusal("invitation_not_found", "There is no such open invitation.");
      return {};
    });
    return undefined;
  });
}

function toReply({ _id, name, email, role, isRecovery, invitedBy, createdAt, expiresAt }: Invitation) {
  const times = { createdAt: createdAt.toISOString(), expiresAt: expiresAt.toISOString() };
  return { _id, name, email, role, isRecovery, invitedBy, ...times };
}
