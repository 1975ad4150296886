import type { Bus } from "@tenant-ops/kit/events";
import { computeProofEnd } from "@tenant-ops/kit/http";
import { getSession, signOut } from "@tenant-ops/rest/console";
import type { FastifyInstance } from "fastify";
import type { FindBusiness } from "../businesses/find-business.js";
import type { ConsoleConfig } from "../config.js";
import { listRoleScopes } from "@tenant-ops/rest/access";
import type { Membership } from "../members/members.rules.js";
import { listMembershipsOfPerson } from "../members/members.store.js";
import { requirePerson } from "../people/people.store.js";
import { bindPersonRoute, type PersonRouteOptions } from "../requests/person-routes.js";
import { publishPeopleChange } from "./people-changes.js";
import { deleteSession } from "./sessions.store.js";

export interface SessionRouteOptions extends PersonRouteOptions {
  bus: Bus;
  findBusiness: FindBusiness;
  config: PersonRouteOptions["config"] & Pick<ConsoleConfig, "CONSOLE_URL">;
}

/** Routes that read and end the session of the request. */
export function sessionHttp(app: FastifyInstance, options: SessionRouteOptions): void {
  const { db, bus, cookie, config } = options;

  bindPersonRoute(app, options, getSession, async ({ session }) => {
    const person = await requirePerson(db, session.personId);
    const memberships = await listMembershipsOfPerson(db, session.personId);
    const businesses = await Promise.all(memberships.map((membership) => describe(membership, options)));
    const { _id, name, email, language, passkeys = [] } = person;
    return {
      person: { _id, name, email, language },
      businesses: businesses.flatMap((business) => business ?? []),
      hasPasskey: passkeys.length > 0,
      provenUntil: computeProofEnd(session.provenAt).toISOString(),
      publicPagesUrl: config.CONSOLE_URL,
    };
  });

  bindPersonRoute(app, options, signOut, async ({ session, reply }) => {
    await deleteSession(db, session._id);
    publishPeopleChange(bus);
    cookie.clear(reply);
    return undefined;
  });
}

/** A business that is not active is left out: nothing works in it. */
async function describe({ businessId, role }: Membership, { db, findBusiness }: SessionRouteOptions) {
  const found = await findBusiness(businessId);
  if (!found?.active) return undefined;
  const { name, country, currency, timeZone } = found;
  const isClosed = db.closedBusinesses.has(businessId);
  return { _id: businessId, name, country, currency, timeZone, role, scopes: listRoleScopes(role), isClosed };
}
