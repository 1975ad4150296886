import { isBusinessId } from "@tenant-ops/kit/call";
import type { Bus } from "@tenant-ops/kit/events";
import { computeProofEnd } from "@tenant-ops/kit/http";
import type { RpcClients } from "@tenant-ops/kit/rpc";
import { ConsoleService } from "@tenant-ops/proto/console";
import type { Business } from "@tenant-ops/proto/accounts";
import type { Accounts } from "../accounts/accounts.js";
import type { Changes } from "../accounts/changes.js";
import { askConsole } from "./ask-console.js";
import { createPeopleCache } from "./people-cache.js";

/** A session as it is cached. */
interface FoundMember extends Omit<ActiveMember, "readProof"> {
  provenAt: Date;
}

/** A person who is signed in, as a member of one business. */
export interface ActiveMember {
  personId: string;
  /** The scopes of the person's role. */
  scopes: readonly string[];
  expiresAt: Date;
  readProof: ReadProof;
  business: Business;
  /** Set when the request names the sandbox of the business. */
  sandboxId?: string;
}

/** Sessions in a business, cached for a second. */
export interface SessionDirectory {
  /** @returns undefined for a session that has ended, and for a person who is no member of this business */
  find(sessionHash: string, businessId: string): Promise<ActiveMember | undefined>;
}

/** When the person last proved who they are. Asks again when what is cached is too old for an action: the proof may have just been given. */
export type ReadProof = () => Promise<Date>;

export interface PeopleDirectoryOptions {
  accounts: Accounts;
  changes: Pick<Changes, "onChange">;
  bus: Bus;
  clients: RpcClients;
}

export function createSessionDirectory(options: PeopleDirectoryOptions): SessionDirectory {
  const findCached = createPeopleCache(options, (sessionHash: string, businessId: string) =>
    load(options, sessionHash, businessId),
  );
  return {
    async find(sessionHash, businessId) {
      if (!isBusinessId(businessId)) return undefined;
      const found = await findCached(sessionHash, businessId);
      if (!found || found.expiresAt.getTime() <= Date.now()) return undefined;
      const { provenAt, ...member } = found;
      const readProof = async () =>
        hasEnded(provenAt) ? ((await findCached.findAgain(sessionHash, businessId))?.provenAt ?? provenAt) : provenAt;
      return { ...member, readProof };
    },
  };
}

const hasEnded = (provenAt: Date): boolean => computeProofEnd(provenAt).getTime() <= Date.now();

async function load(
  { accounts, clients }: PeopleDirectoryOptions,
  tokenHash: string,
  requestedId: string,
): Promise<FoundMember | undefined> {
  const account = await accounts.findActiveAccount(requestedId);
  if (!account) return undefined;
  const { resolveSession } = ConsoleService.method;
  const { member } = await askConsole(clients, resolveSession, account.business.id, { tokenHash });
  if (!member) return undefined;
  return {
    personId: member.personId,
    scopes: member.scopes,
    expiresAt: new Date(member.expiresAt),
    provenAt: new Date(member.provenAt),
    ...account,
  };
}
