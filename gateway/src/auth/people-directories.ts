import { isBusinessId } from "@tenant-ops/kit/call";
import type { Bus } from "@tenant-ops/kit/events";
import { computeProofEnd } from "@tenant-ops/kit/http";
import type { RpcClients } from "@tenant-ops/kit/rpc";
import { ConsoleService } from "@tenant-ops/proto/console";
import type { Account, Accounts } from "../accounts/accounts.js";
import type { Changes } from "../accounts/changes.js";
import { askConsole } from "./ask-console.js";
import { createPeopleCache } from "./people-cache.js";

export interface PeopleDirectoryOptions {
  accounts: Accounts;
  changes: Pick<Changes, "onChange">;
  bus: Bus;
  clients: RpcClients;
}

/** A connection of an agent that may be used now, with its business. */
export interface ActiveConnection extends Account {
  connectionId: string;
  personId: string;
  /** The scopes that the person has granted and still has. */
  scopes: readonly string[];
  /** Those and what it could ask the person for. */
  askableScopes: readonly string[];
  requireProposal: boolean;
}

/** Connections of agents, cached for a second. */
export interface ConnectionDirectory {
  /** @returns undefined for an unknown or revoked connection, for one of a former member, and when the business is not active */
  find(businessId: string, connectionId: string): Promise<ActiveConnection | undefined>;
}

export function createConnectionDirectory(options: PeopleDirectoryOptions): ConnectionDirectory {
  const { accounts, clients } = options;
  const find = async (businessId: string, connectionId: string): Promise<ActiveConnection | undefined> => {
    const account = await accounts.findActiveAccount(businessId);
    if (!account) return undefined;
    const { resolveConnection } = ConsoleService.method;
    const { connection } = await askConsole(clients, resolveConnection, businessId, { connectionId });
    if (!connection) return undefined;
    const { personId, scopes, askableScopes, requireProposal, isSandbox } = connection;
    const inSandbox = isSandbox ? await accounts.findActiveAccount(businessId, { needsSandbox: true }) : account;
    return inSandbox && { connectionId, personId, scopes, askableScopes, requireProposal, ...inSandbox };
  };
  return { find: createPeopleCache(options, find) };
}

/** A person who is signed in, as a member of one business; in its sandbox when the request names that. */
export interface ActiveMember extends Account {
  personId: string;
  /** The scopes of the person's role. */
  scopes: readonly string[];
  readProof: ReadProof;
}

/** When the person last proved who they are. Asks again when what is cached is too old for an action: the proof may have just been given. */
export type ReadProof = () => Promise<Date>;

/** Sessions in a business, cached for a second. */
export interface SessionDirectory {
  /** @returns undefined for a session that has ended, and for a person who is no member of this business */
  find(sessionHash: string, businessId: string): Promise<ActiveMember | undefined>;
}

export function createSessionDirectory(options: PeopleDirectoryOptions): SessionDirectory {
  const findCached = createPeopleCache(options, async (tokenHash: string, businessId: string) => {
    const account = await options.accounts.findActiveAccount(businessId);
    if (!account) return undefined;
    const { resolveSession } = ConsoleService.method;
    const { member } = await askConsole(options.clients, resolveSession, account.business.id, { tokenHash });
    if (!member) return undefined;
    const { personId, scopes, expiresAt, provenAt } = member;
    return { personId, scopes, expiresAt: new Date(expiresAt), provenAt: new Date(provenAt), ...account };
  });
  return {
    async find(sessionHash, businessId) {
      if (!isBusinessId(businessId)) return undefined;
      const found = await findCached(sessionHash, businessId);
      if (!found || found.expiresAt.getTime() <= Date.now()) return undefined;
      const { provenAt, expiresAt: _, ...member } = found;
      const readProof = async () =>
        hasEnded(provenAt) ? ((await findCached.findAgain(sessionHash, businessId))?.provenAt ?? provenAt) : provenAt;
      return { ...member, readProof };
    },
  };
}

const hasEnded = (provenAt: Date): boolean => computeProofEnd(provenAt).getTime() <= Date.now();
