import type { Bus } from "@tenant-ops/kit/events";
import { toRestList } from "@tenant-ops/kit/http";
import * as routes from "@tenant-ops/rest/console";
import type { FastifyInstance } from "fastify";
import { createRecoveryLink } from "../invitations/invitations.changes.js";
import type { LinkSettings } from "../invitations/link-tokens.js";
import { findPeople, requirePerson } from "../people/people.store.js";
import type { Person } from "../people/people.types.js";
import { bindMemberRoute, type PersonRouteOptions } from "../requests/person-routes.js";
import { publishPeopleChange } from "../sessions/people-changes.js";
import { changeRole, leave, removeMember } from "./members.changes.js";
import { listMembers } from "./members.store.js";
import type { Membership } from "./members.rules.js";

export interface MemberRouteOptions extends PersonRouteOptions {
  bus: Bus;
  config: PersonRouteOptions["config"] & LinkSettings;
}

/** The members of a business. After each change the gateways clear their caches about people. */
export function memberHttp(app: FastifyInstance, options: MemberRouteOptions): void {
  const { db, bus } = options;

  bindMemberRoute(app, options, routes.listMembers, async ({ params: { businessId }, query, session }) => {
    const { limit, cursor, role, search } = query;
    const page = await listMembers(db, { businessId, role, search }, { limit, cursor });
    const found = await findPeople(
      db,
      page.items.map(({ personId }) => personId),
    );
    const people = new Map(found.map((person) => [person._id, person]));
    return toRestList(page, (member) => toReply(member, people.get(member.personId), session.personId));
  });

  bindMemberRoute(
    app,
    options,
    routes.updateMember,
    async ({ call, params: { memberId }, body: { role }, session }) => {
      const member = await db.transaction(call, (scope) => changeRole(scope, session.personId, memberId, role));
      publishPeopleChange(bus);
      // A stored reply holds the dates as text.
      const changed = { ...member, createdAt: new Date(member.createdAt) };
      return toReply(changed, await requirePerson(db, member.personId), session.personId);
    },
  );

  bindMemberRoute(app, options, routes.removeMember, async ({ call, params: { memberId }, session }) => {
    await db.transaction(call, async (scope) => {
      await removeMember(scope, session.personId, memberId);
      return {};
    });
    publishPeopleChange(bus);
    return undefined;
  });

  bindMemberRoute(app, options, routes.leaveBusiness, async ({ call, session }) => {
    await db.transaction(call, async (scope) => {
      await leave(scope, session.personId);
      return {};
    });
    publishPeopleChange(bus);
    return undefined;
  });

  bindMemberRoute(app, options, routes.createRecoveryLink, async ({ call, params: { memberId }, session }) =>
    createRecoveryLink(options, call, { memberId, actorId: session.personId }),
  );
}

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
