import type { Database } from "@tenant-ops/kit/data";
import { toRestList } from "@tenant-ops/kit/http";
import { defineNoun } from "@tenant-ops/kit/process";
import { ConsoleService } from "@tenant-ops/proto/console";
import { agentScopes } from "@tenant-ops/rest/access";
import * as routes from "@tenant-ops/rest/console";
import type { ConsoleContext } from "../context.js";
import { findPeople } from "../people/people.store.js";
import { bindPersonRoute } from "../requests/person-routes.js";
import { aMonthAfterExpiry, ofMembers, untilExpiry } from "../retentions.js";
import { codeIndexes, consentIndexes } from "./authorization-codes.store.js";
import { connectPages } from "./connect.pages.js";
import type { Connection } from "./connections.rules.js";
import {
  connectionIndexes,
  type ConnectionFilter,
  findClientNames,
  findConnection,
  listConnections as listPage,
} from "./connections.store.js";
import {
  findPersonScopes,
  recordUse,
  revokeByClient,
  revokeConnection,
  revokeOwnConnection,
} from "./connections.verbs.js";
import { exchangeCode, refreshConnection } from "./grants.verbs.js";
import { except, intersect } from "./scopes.rules.js";

/** Agents to which people have given access. */
export const connections = defineNoun({
  api: ConsoleService,
  collections: {
    // Shared, because the profile of a person lists the connections of all their businesses.
    connections: { indexes: connectionIndexes, retention: aMonthAfterExpiry, isShared: true, personal: ofMembers },
    authorizationCodes: {
      indexes: codeIndexes,
      retention: { ...untilExpiry, days: 1 },
      isShared: true,
      isInternal: true,
      personal: "Hashes.",
    },
    answeredConsents: {
      indexes: consentIndexes,
      retention: untilExpiry,
      ofBusiness: "none",
      personal: "Random numbers.",
    },
  },

  // For the gateway. Each is about the business of the call only.
  rpcs: (_, context: ConsoleContext) => ({
    exchangeCode: (exchange, { businessId }) => exchangeCode(context, businessId, exchange),
    refreshConnection: ({ tokenHash: hash, ...refresh }, { businessId }) =>
      refreshConnection(context, businessId, { ...refresh, hash }),
    async resolveConnection({ connectionId }, { businessId }) {
      const found = await findConnection(context.db, businessId, connectionId);
      if (!found?.isActive || found.expiresAt <= new Date()) return {};
      const { personId, requireProposal, isSandbox } = found;
      const askableScopes = except(
        await findPersonScopes(context.db, businessId, personId, agentScopes),
        found.refusedScopes,
      );
      const scopes = intersect(askableScopes, found.scopes);
      if (scopes.length === 0) return {};
      return { connection: { personId, scopes, askableScopes, requireProposal, isSandbox } };
    },
    async nameConnections({ connectionIds }, { businessId }) {
      const names = await findClientNames(context.db, businessId, connectionIds);
      return { connections: [...names].map(([connectionId, name]) => ({ connectionId, name })) };
    },
    async recordConnectionUse(use, { businessId }) {
      await recordUse(context, businessId, use);
      return {};
    },
    revokeConnection: async (sent, { businessId }) => ({ revoked: await revokeByClient(context, businessId, sent) }),
  }),

  http(app, _, context: ConsoleContext) {
    const { db } = context;
    const list = async (filter: ConnectionFilter, page: { limit: number; cursor: string }) => {
      const found = await listPage(db, filter, page);
      const describe = await createDescription(db, found.items);
      return toRestList(found, describe);
    };
    const describeOne = async (connection: Connection) => (await createDescription(db, [connection]))(connection);

    connectPages(app, context);
    bindPersonRoute(app, context, routes.listConnections, ({ params: { businessId }, query }) => {
      const { active: isActive, personId, ...page } = query;
      return list({ businessId, personId, isActive }, page);
    });
    bindPersonRoute(app, context, routes.revokeConnection, async ({ params: { businessId, connectionId } }) =>
      describeOne(await revokeConnection(context, businessId, connectionId)),
    );
    bindPersonRoute(app, context, routes.listOwnConnections, ({ session: { personId }, query }) => {
      const { active: isActive, ...page } = query;
      return list({ personId, isActive }, page);
    });
    bindPersonRoute(app, context, routes.revokeOwnConnection, async ({ session, params: { connectionId } }) =>
      describeOne(await revokeOwnConnection(context, session.personId, connectionId)),
    );
  },
});

/** Connections as lists show them, with the names of their people. Hashes and salts stay here. */
async function createDescription(db: Database, connections: readonly Connection[]) {
  const people = await findPeople(db, [...new Set(connections.map(({ personId }) => personId))]);
  const byId = new Map(people.map(({ _id, name, email }) => [_id, { _id, name, email }]));
  const now = new Date();
  return (connection: Connection) => {
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
  };
}
