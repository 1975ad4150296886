import { toRestList } from "@tenant-ops/kit/http";
import { defineNoun } from "@tenant-ops/kit/process";
import * as routes from "@tenant-ops/rest/console";
import type { ConsoleContext } from "../context.js";
import { createInvitationUrl } from "../invitations/link-tokens.js";
import { createRecoveryLink } from "../invitations/invitations.verbs.js";
import { noticeIndexes } from "../notices/notices.store.js";
import { eraseLastMember } from "../people/erase-former-member.js";
import { type Person, requirePerson } from "../people/people.rules.js";
import { findPeople, findPerson } from "../people/people.store.js";
import { bindMemberRoute } from "../requests/person-routes.js";
import { untilDeleted } from "../retentions.js";
import type { Membership } from "./members.rules.js";
import { listMembers, membershipIndexes } from "./members.store.js";
import { changeRole, leaveBusiness, removeMember } from "./members.verbs.js";

/** The members of a business. After each change the gateways clear their caches about people. */
export const members = defineNoun({
  collections: {
    memberLocks: { indexes: [], retention: untilDeleted, isInternal: true, personal: "Counters." },
    // Shared, because a person can be a member of several businesses.
    memberships: {
      indexes: [...membershipIndexes, ...noticeIndexes],
      retention: untilDeleted,
      isShared: true,
      personal: { roles: [{ identifiedBy: { email: ["email"], personId: ["userId"] } }], isKept: true },
      onBusinessDeletion: eraseLastMember,
    },
  },
  verbs: { changeRole, removeMember, leaveBusiness, createRecoveryLink },

  http(app, { changeRole, removeMember, leaveBusiness, createRecoveryLink }, context: ConsoleContext) {
    const { db, config } = context;
    bindMemberRoute(app, context, routes.listMembers, async ({ params: { businessId }, query, session }) => {
      const { limit, cursor, role, search } = query;
      const page = await listMembers(db, { businessId, role, search }, { limit, cursor });
      const found = await findPeople(
        db,
        page.items.map(({ personId }) => personId),
      );
      const people = new Map(found.map((person) => [person._id, person]));
      return toRestList(page, (member) => toReply(member, people.get(member.personId), session.personId));
    });
    bindMemberRoute(app, context, routes.updateMember, async ({ call, params: { memberId }, body, session }) => {
      const { personId: actorId } = session;
      const member = await changeRole(call, { actorId, memberId, role: body.role });
      return toReply(member, requirePerson(await findPerson(db, member.personId)), actorId);
    });
    bindMemberRoute(app, context, routes.removeMember, ({ call, params: { memberId }, session }) =>
      removeMember(call, { actorId: session.personId, memberId }),
    );
    bindMemberRoute(app, context, routes.leaveBusiness, ({ call, session }) => leaveBusiness(call, session));
    bindMemberRoute(app, context, routes.createRecoveryLink, async ({ call, params: { memberId }, session }) => {
      const link = await createRecoveryLink(call, { actorId: session.personId, memberId });
      return { url: createInvitationUrl(config, link), expiresAt: link.expiresAt.toISOString() };
    });
  },
});

function toReply(membership: Membership, person: Person | undefined, ownPersonId: string) {
  const { _id, personId, name, email, role, createdAt } = membership;
  return {
    _id,
    personId,
    isSelf: personId === ownPersonId,
    name,
    email,
    role,
    hasPasskey: (person?.passkeys ?? []).length > 0,
    createdAt: createdAt.toISOString(),
  };
}
