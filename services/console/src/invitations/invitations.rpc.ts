import type { Database } from "@tenant-ops/kit/data";
import { invalid } from "@tenant-ops/kit/errors";
import type { RpcHandlers } from "@tenant-ops/kit/rpc";
import type { ConsoleService } from "@tenant-ops/proto/console";
import { role as roleSchema } from "@tenant-ops/rest/console";
import { inviteAsOperator, withdrawInvitation } from "./invitations.changes.js";
import { describeInvitation, listOpenInvitations } from "./invitations.store.js";
import type { LinkSettings } from "./link-tokens.js";

type InvitationRpcs = Pick<
  RpcHandlers<typeof ConsoleService>,
  "createInvitation" | "listInvitations" | "withdrawInvitation"
>;

/** The invitations of the business of the call, for operators. */
export function invitationRpcs(db: Database, config: LinkSettings): InvitationRpcs {
  return {
    createInvitation: async ({ name, email, role, invitedBy }, call) => {
      const { data: knownRole } = roleSchema.safeParse(role);
      if (!knownRole) throw invalid("role", `must be one of ${roleSchema.options.join(", ")}`);
      const made = await inviteAsOperator({ db, config }, call, { name, email, role: knownRole, invitedBy });
      return { id: made._id, url: made.url, expiresAt: made.expiresAt };
    },

    listInvitations: async ({ limit, cursor }, { businessId }) => {
      const { items, nextCursor = "" } = await listOpenInvitations(db, businessId, { limit, cursor });
      const described = items.map(describeInvitation).map(({ _id: id, ...invitation }) => ({ id, ...invitation }));
      return { items: described, nextCursor };
    },

    withdrawInvitation: async ({ invitationId }, call) => {
      await withdrawInvitation(db, call, invitationId);
      return {};
    },
  };
}
