import { create } from "@bufbuild/protobuf";
import { type Call, createSystemCall, isBusinessId, isSandboxId } from "@tenant-ops/kit/call";
import { singleFlight } from "@tenant-ops/kit/concurrency";
import type { Database } from "@tenant-ops/kit/data";
import type { Bus } from "@tenant-ops/kit/events";
import type { RpcClients } from "@tenant-ops/kit/rpc";
import { ConsoleService, ResolveSessionRequestSchema } from "@tenant-ops/proto/console";
import { LRUCache } from "lru-cache";
import { type Business, findBusiness } from "./businesses.store.js";
import { findSandboxById } from "./sandboxes.store.js";

/** A person who is signed in, in one of their businesses. */
export interface ActiveMember {
  personId: string;
  /** What the role of the person allows. */
  scopes: readonly string[];
  expiresAt: Date;
  /** When the person last proved who they are. */
  provenAt: Date;
  business: Business;
  /** When the request names the sandbox of the business. */
  sandboxId?: string;
}

/** Sessions in a business, cached for at most 30 seconds. */
export interface SessionDirectory {
  /** @returns undefined for a session that has ended, and for a person who is no member of this business */
  find(sessionHash: string, businessId: string): Promise<ActiveMember | undefined>;
}

/** The console service publishes it after every change of a session, a member or a connection. */
export const peopleChangedSubject = "console.people.changed";
const cacheMs = 30_000;
const cacheEntriesMax = 10_000;
const lookUpTimeoutMs = 5000;
/** The call asks who a person is; it has no rights in the verticals. */
const scopes = ["console:read"];

export function createSessionDirectory(db: Database, bus: Bus, clients: RpcClients): SessionDirectory {
  const cache = new LRUCache<string, { found: ActiveMember | undefined }>({ max: cacheEntriesMax, ttl: cacheMs });
  let generation = 0;

  const lookUp = singleFlight(async (name: string, sessionHash: string, businessId: string) => {
    const startedIn = generation;
    const found = await load(db, clients, sessionHash, businessId);
    // A look-up that began before a change must not fill the cache after it.
    if (generation === startedIn) cache.set(name, { found });
    return found;
  });
  const clear = () => {
    generation += 1;
    lookUp.forget();
    cache.clear();
  };
  bus.subscribe(peopleChangedSubject, clear);
  bus.subscribe("gateway.credentials.changed", clear);

  return {
    async find(sessionHash, businessId) {
      if (!isBusinessId(businessId)) return undefined;
      const name = `${sessionHash}|${businessId}`;
      const cached = cache.get(name);
      const found = cached ? cached.found : await lookUp(name, sessionHash, businessId);
      return found && found.expiresAt.getTime() > Date.now() ? found : undefined;
    },
  };
}

async function load(
  db: Database,
  clients: RpcClients,
  tokenHash: string,
  requestedId: string,
): Promise<ActiveMember | undefined> {
  const sandbox = isSandboxId(requestedId) ? await findSandboxById(db, requestedId) : undefined;
  if (sandbox === null) return undefined;
  const business = await findBusiness(db, sandbox?.sandboxOf ?? requestedId);
  if (!business?.active) return undefined;
  const call: Call = createSystemCall(business._id, "resolve session", {
    scopes,
    deadline: Date.now() + lookUpTimeoutMs,
  });
  const request = create(ResolveSessionRequestSchema, { tokenHash });
  const { member } = (await clients.unary(ConsoleService.method.resolveSession, request, call)).message;
  if (!member) return undefined;
  return {
    personId: member.personId,
    scopes: member.scopes,
    expiresAt: new Date(member.expiresAt),
    provenAt: new Date(member.provenAt),
    business,
    ...(sandbox && { sandboxId: sandbox._id }),
  };
}
