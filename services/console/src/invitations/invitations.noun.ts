import { invalid } from "@tenant-ops/kit/errors";
import { toRestList } from "@tenant-ops/kit/http";
import { defineNoun } from "@tenant-ops/kit/process";
import { normalizeEmail } from "@tenant-ops/kit/texts";
import { ConsoleService } from "@tenant-ops/proto/console";
import * as routes from "@tenant-ops/rest/console";
import type { ConsoleContext } from "../context.js";
import { eraseFormerMember, eraseLastMember } from "../people/erase-former-member.js";
import { bindMemberRoute } from "../requests/person-routes.js";
import { aMonthAfterExpiry } from "../retentions.js";
import { invitationPages } from "./invitations.pages.js";
import { describeInvitation, type Invitation } from "./invitations.rules.js";
import { invitationIndexes, listOpenInvitations } from "./invitations.store.js";
import { inviteAsMember, inviteAsOperator, redeemInvitation, withdrawInvitation } from "./invitations.verbs.js";
import { createInvitationUrl } from "./link-tokens.js";

/** Links that make people members of a business, or sign members in again. */
export const invitations = defineNoun({
  api: ConsoleService,
  collections: {
    // Shared: a link is looked up before its business is known.
    invitations: {
      indexes: invitationIndexes,
      retention: aMonthAfterExpiry,
      isShared: true,
      personal: {
        roles: [{ identifiedBy: { email: ["email"], personId: ["userId"] } }],
        isDeleted: true,
        onErase: eraseFormerMember,
      },
      onBusinessDeletion: eraseLastMember,
    },
  },
  verbs: { inviteAsOperator, inviteAsMember, withdrawInvitation, redeemInvitation },

  // For operators.
  rpcs: ({ inviteAsOperator, withdrawInvitation }, { db, config }: ConsoleContext) => ({
    async createInvitation({ name, email, role, invitedBy }, call) {
      const { data: knownRole } = routes.role.safeParse(role);
      if (!knownRole) throw invalid("role", `must be one of ${routes.role.options.join(", ")}`);
      const link = await inviteAsOperator(call, { name, email, role: knownRole, invitedBy });
      return { id: link._id, url: createInvitationUrl(config, link), expiresAt: link.expiresAt.toISOString() };
    },
    async listInvitations({ limit, cursor }, { businessId }) {
      const { items, nextCursor = "" } = await listOpenInvitations(db, businessId, { limit, cursor });
      const described = items.map(describeInvitation).map(({ _id: id, ...invitation }) => ({ id, ...invitation }));
      return { items: described, nextCursor };
    },
    async withdrawInvitation({ invitationId }, call) {
      await withdrawInvitation(call, { invitationId });
      return {};
    },
  }),

  http(app, verbs, context: ConsoleContext) {
    const { db, config } = context;
    invitationPages(app, { ...context, ...verbs });
    bindMemberRoute(app, context, routes.listInvitations, async ({ params: { businessId }, query }) =>
      toRestList(await listOpenInvitations(db, businessId, query), toReply),
    );
    bindMemberRoute(app, context, routes.inviteMember, async ({ call, body, session: { personId: actorId } }) => {
      const link = await verbs.inviteAsMember(call, { ...body, actorId });
      const [url, expiresAt] = [createInvitationUrl(config, link), link.expiresAt.toISOString()];
      return { ...body, _id: link._id, url, expiresAt, email: normalizeEmail(body.email) };
    });
    bindMemberRoute(app, context, routes.withdrawInvitation, ({ call, params: { invitationId }, session }) =>
      verbs.withdrawInvitation(call, { invitationId, actorId: session.personId }),
    );
  },
});

/** Members are not told the name of an operator, which is a name of the platform's machines. */
const toReply = (invitation: Invitation) => ({
  ...describeInvitation(invitation),
  ...(invitation.inviterId === null && { invitedBy: null }),
});
