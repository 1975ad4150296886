import { toRestList } from "@tenant-ops/kit/http";
import * as routes from "@tenant-ops/rest/console";
import type { FastifyInstance } from "fastify";
import type { MemberRouteOptions } from "../members/members.http.js";
import { bindMemberRoute } from "../requests/person-routes.js";
import { inviteAsMember, withdrawInvitation } from "./invitations.changes.js";
import { describeInvitation, type Invitation, listOpenInvitations } from "./invitations.store.js";

/** The open invitations of a business. */
export function invitationHttp(app: FastifyInstance, options: MemberRouteOptions): void {
  const { db } = options;

  bindMemberRoute(app, options, routes.listInvitations, async ({ params: { businessId }, query }) =>
    toRestList(await listOpenInvitations(db, businessId, query), toReply),
  );

  bindMemberRoute(app, options, routes.inviteMember, async ({ call, body, session }) => {
    const link = await inviteAsMember(options, call, session.personId, body);
    return { ...body, ...link };
  });

  bindMemberRoute(app, options, routes.withdrawInvitation, async ({ call, params: { invitationId }, session }) => {
    await withdrawInvitation(db, call, invitationId, session.personId);
    return undefined;
  });
}

/** Members are not told the name of an operator, which is a name of the platform's machines. */
const toReply = (invitation: Invitation) => ({
  ...describeInvitation(invitation),
  ...(invitation.inviterId === null && { invitedBy: null }),
});
