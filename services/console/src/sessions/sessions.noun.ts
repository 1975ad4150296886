import { computeProofEnd, toRestList } from "@tenant-ops/kit/http";
import { defineNoun } from "@tenant-ops/kit/process";
import { ConsoleService } from "@tenant-ops/proto/console";
import { listRoleScopes } from "@tenant-ops/rest/access";
import * as routes from "@tenant-ops/rest/console";
import type { ConsoleContext } from "../context.js";
import type { Membership } from "../members/members.rules.js";
import { findMembership, listMembershipsOfPerson } from "../members/members.store.js";
import { requirePerson } from "../people/people.rules.js";
import { findPerson } from "../people/people.store.js";
import { bindPersonRoute } from "../requests/person-routes.js";
import { ofMembers, untilExpiry } from "../retentions.js";
import { findActiveSession } from "./find-session.js";
import type { Session } from "./sessions.rules.js";
import { listSessionsOfPerson, sessionIndexes } from "./sessions.store.js";
import { endOtherSessions, endSession, signOut } from "./sessions.verbs.js";

/** The browsers in which people are signed in. */
export const sessions = defineNoun({
  api: ConsoleService,
  collections: {
    sessions: { indexes: sessionIndexes, retention: untilExpiry, ofBusiness: "none", personal: ofMembers },
  },

  rpcs: (_, { db }: ConsoleContext) => ({
    async resolveSession({ tokenHash }, { businessId }) {
      const session = await findActiveSession(db, tokenHash);
      const membership = session && (await findMembership(db, businessId, session.personId));
      if (!membership) return {};
      return {
        member: {
          personId: session.personId,
          scopes: listRoleScopes(membership.role),
          expiresAt: session.expiresAt.toISOString(),
          provenAt: session.provenAt.toISOString(),
        },
      };
    },
  }),

  http(app, _, context: ConsoleContext) {
    const { db, cookie, config } = context;
    bindPersonRoute(app, context, routes.getSession, async ({ session }) => {
      const person = requirePerson(await findPerson(db, session.personId));
      const memberships = await listMembershipsOfPerson(db, session.personId);
      const businesses = await Promise.all(memberships.map((membership) => describe(membership, context)));
      const { _id, name, email, language, passkeys = [] } = person;
      return {
        person: { _id, name, email, language },
        businesses: businesses.flatMap((business) => business ?? []),
        hasPasskey: passkeys.length > 0,
        provenUntil: computeProofEnd(session.provenAt).toISOString(),
        publicPagesUrl: config.CONSOLE_URL,
      };
    });
    bindPersonRoute(app, context, routes.signOut, async ({ session, reply }) => {
      await signOut(context, session);
      cookie.clear(reply);
      return undefined;
    });
    bindPersonRoute(app, context, routes.listSessions, async ({ session, query }) =>
      toRestList(await listSessionsOfPerson(db, session.personId, query), (one) => toReply(one, session)),
    );
    bindPersonRoute(app, context, routes.endSession, ({ session, params: { sessionId } }) =>
      endSession(context, session, sessionId),
    );
    bindPersonRoute(app, context, routes.endOtherSessions, async ({ session }) => ({
      ended: await endOtherSessions(context, session),
    }));
  },
});

/** A business that is not active is left out: nothing works in it. */
async function describe({ businessId, role }: Membership, { db, findBusiness }: ConsoleContext) {
  const found = await findBusiness(businessId);
  if (!found?.active) return undefined;
  const { name, country, currency, timeZone } = found;
  const isClosed = db.closedBusinesses.has(businessId);
  return { _id: businessId, name, country, currency, timeZone, role, scopes: listRoleScopes(role), isClosed };
}

function toReply(session: Session, current: Session) {
  const { _id, startedBy, userAgent, address, createdAt, lastUsedAt, expiresAt } = session;
  return {
    _id,
    isCurrent: _id === current._id,
    startedBy,
    userAgent,
    address,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  };
}
