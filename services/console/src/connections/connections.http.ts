import type { Database } from "@tenant-ops/kit/data";
import { quote, Refusal } from "@tenant-ops/kit/errors";
import type { Bus } from "@tenant-ops/kit/events";
import { toRestList } from "@tenant-ops/kit/http";
import { listConnections, listOwnConnections, revokeConnection, revokeOwnConnection } from "@tenant-ops/rest/console";
import type { FastifyInstance } from "fastify";
import { findPeople } from "../people/people.store.js";
import { bindPersonRoute, type PersonRouteOptions } from "../requests/person-routes.js";
import { publishPeopleChange } from "../sessions/people-changes.js";
import {
  type ConnectionFilter,
  findConnection,
  findConnectionOfPerson,
  listConnections as listPage,
  setRevoked,
} from "./connections.store.js";
import type { Connection } from "./connections.types.js";

export interface ConnectionRouteOptions extends PersonRouteOptions {
  bus: Bus;
}

/** The connections of a business, for its administrators, and those of a person, for the profile. */
export function connectionHttp(app: FastifyInstance, options: ConnectionRouteOptions): void {
  const { db, bus } = options;

  async function list(filter: ConnectionFilter, page: { limit: number; cursor: string }) {
    const found = await listPage(db, filter, page);
    const replies = await describeConnections(db, found.items);
    return toRestList({ ...found, items: replies }, (reply) => reply);
  }

  /** A second revocation changes nothing. */
  async function revoke(found: Connection | null, connectionId: string) {
    if (!found) throw new Refusal("connection_not_found", `There is no connection ${quote(connectionId)}.`);
    const now = new Date();
    const isRevoked = await setRevoked(db, found, "person", now);
    if (isRevoked) publishPeopleChange(bus);
    const changed = isRevoked ? { ...found, isActive: false, revokedAt: now, revokedReason: "person" as const } : found;
    const [reply] = await describeConnections(db, [changed]);
    if (!reply) throw new Error("the revoked connection has no description");
    return reply;
  }

  bindPersonRoute(
    app,
    options,
    listConnections,
    ({ params: { businessId }, query: { active: isActive, personId, ...page } }) =>
      list({ businessId, personId, isActive }, page),
  );
  bindPersonRoute(app, options, revokeConnection, async ({ params: { businessId, connectionId } }) =>
    revoke(await findConnection(db, businessId, connectionId), connectionId),
  );
  bindPersonRoute(app, options, listOwnConnections, ({ session: { personId }, query: { active: isActive, ...page } }) =>
    list({ personId, isActive }, page),
  );
  bindPersonRoute(app, options, revokeOwnConnection, async ({ session: { personId }, params: { connectionId } }) =>
    revoke(await findConnectionOfPerson(db, personId, connectionId), connectionId),
  );
}

/** Connections as lists show them, with the names of their people. Hashes and salts stay here. */
async function describeConnections(db: Database, connections: readonly Connection[]) {
  const people = await findPeople(db, [...new Set(connections.map(({ personId }) => personId))]);
  const byId = new Map(people.map(({ _id, name, email }) => [_id, { _id, name, email }]));
  const now = new Date();
  return connections.map((connection) => {
    const { _id, businessId, personId, client, isSandbox, scopes, requireProposal, calls } = connection;
    const { createdAt, lastUsedAt, revokedAt, revokedReason, expiresAt } = connection;
    return {
      ...{ _id, businessId, isSandbox, client, scopes, requireProposal, calls },
      person: byId.get(personId) ?? { _id: personId, name: "", email: "" },
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
      isActive: connection.isActive && expiresAt > now,
      revokedAt: revokedAt?.toISOString() ?? null,
      revokedReason,
      expiresAt: expiresAt.toISOString(),
    };
  });
}
