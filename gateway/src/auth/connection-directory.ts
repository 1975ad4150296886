import { ConsoleService } from "@tenant-ops/proto/console";
import type { Business } from "@tenant-ops/proto/accounts";
import { askConsole } from "./ask-console.js";
import { createPeopleCache } from "./people-cache.js";
import type { PeopleDirectoryOptions } from "./session-directory.js";

/** A connection that may be used now, with its business. */
export interface ActiveConnection {
  connectionId: string;
  personId: string;
  /** The scopes that the person has granted and still has. */
  scopes: readonly string[];
  /** Those and what it could ask the person for. */
  askableScopes: readonly string[];
  requireProposal: boolean;
  business: Business;
  /** Set when the connection works in the sandbox of the business. */
  sandboxId?: string;
}

/** Connections of agents, cached for a second. */
export interface ConnectionDirectory {
  /** @returns undefined for an unknown or revoked connection, for one of a former member, and when the business is not active */
  find(businessId: string, connectionId: string): Promise<ActiveConnection | undefined>;
}

export function createConnectionDirectory(options: PeopleDirectoryOptions): ConnectionDirectory {
  return {
    find: createPeopleCache(options, (businessId: string, connectionId: string) =>
      load(options, businessId, connectionId),
    ),
  };
}

async function load(
  { accounts, clients }: PeopleDirectoryOptions,
  businessId: string,
  connectionId: string,
): Promise<ActiveConnection | undefined> {
  const account = await accounts.findActiveAccount(businessId);
  if (!account) return undefined;
  const { resolveConnection } = ConsoleService.method;
  const { connection } = await askConsole(clients, resolveConnection, businessId, { connectionId });
  if (!connection) return undefined;
  const { personId, scopes, askableScopes, requireProposal, isSandbox } = connection;
  const inSandbox = isSandbox ? await accounts.findActiveAccount(businessId, { needsSandbox: true }) : account;
  return inSandbox && { connectionId, personId, scopes, askableScopes, requireProposal, ...inSandbox };
}
