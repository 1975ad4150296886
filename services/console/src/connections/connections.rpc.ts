import type { RpcHandlers } from "@tenant-ops/kit/rpc";
import type { ConsoleService } from "@tenant-ops/proto/console";
import { agentScopes } from "@tenant-ops/rest/access";
import { publishPeopleChange } from "../sessions/people-changes.js";
import { addCalls, findClientNames, findConnection, setRevoked } from "./connections.store.js";
import { grantCode, type GrantOptions } from "./grant-code.js";
import { grantRefresh, isOwnToken } from "./grant-refresh.js";
import { findPersonScopes } from "./allow-connection.js";
import { except, intersect } from "./scopes.rules.js";

type ConnectionRpcs = Pick<
  RpcHandlers<typeof ConsoleService>,
  | "exchangeCode"
  | "refreshConnection"
  | "resolveConnection"
  | "nameConnections"
  | "recordConnectionUse"
  | "revokeConnection"
>;

/** The rpcs of the gateway about connections. Each is about the business of the call only. */
export function connectionRpcs(options: GrantOptions): ConnectionRpcs {
  const { db, bus, config } = options;
  return {
    exchangeCode: (exchange, { businessId }) => grantCode(options, businessId, exchange),

    refreshConnection: ({ tokenHash: hash, ...refresh }, { businessId }) =>
      grantRefresh(options, businessId, { ...refresh, hash }),

    resolveConnection: async ({ connectionId }, { businessId }) => {
      const found = await findConnection(db, businessId, connectionId);
      if (!found?.isActive || found.expiresAt <= new Date()) return {};
      const { personId, requireProposal, isSandbox } = found;
      const askableScopes = except(await findPersonScopes(db, businessId, personId, agentScopes), found.refusedScopes);
      const scopes = intersect(askableScopes, found.scopes);
      if (scopes.length === 0) return {};
      return { connection: { personId, scopes, askableScopes, requireProposal, isSandbox } };
    },

    nameConnections: async ({ connectionIds }, { businessId }) => {
      const names = await findClientNames(db, businessId, connectionIds);
      return { connections: [...names].map(([connectionId, name]) => ({ connectionId, name })) };
    },

    recordConnectionUse: async ({ connectionId, calls, lastUsedAt }, { businessId }) => {
      await addCalls(db, businessId, connectionId, { calls, lastUsedAt: new Date(lastUsedAt) });
      return {};
    },

    revokeConnection: async ({ connectionId, clientId, generation, tokenHash }, { businessId }) => {
      const found = await findConnection(db, businessId, connectionId);
      if (found?.client.id !== clientId) return { revoked: false };
      const isToken = generation === 0 || isOwnToken(config.LINK_SECRET, found, { generation, hash: tokenHash });
      if (!isToken) return { revoked: false };
      if (await setRevoked(db, found, "client", new Date())) publishPeopleChange(bus);
      return { revoked: true };
    },
  };
}
