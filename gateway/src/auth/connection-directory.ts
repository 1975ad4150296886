import { create } from "@bufbuild/protobuf";
import { singleFlight } from "@tenant-ops/kit/concurrency";
import type { Database } from "@tenant-ops/kit/data";
import type { Bus } from "@tenant-ops/kit/events";
import type { RpcClients } from "@tenant-ops/kit/rpc";
import { ConsoleService, ResolveConnectionRequestSchema } from "@tenant-ops/proto/console";
import { LRUCache } from "lru-cache";
import { type Business, findBusiness } from "./businesses.store.js";
import { createConsoleCall } from "./console-call.js";
import { peopleChangedSubject } from "./session-directory.js";

/** A connection that may be used now, with its business. */
export interface ActiveConnection {
  connectionId: string;
  personId: string;
  /** What the person has allowed and may do now. */
  scopes: readonly string[];
  requireProposal: boolean;
  business: Business;
}

/** Connections of agents, cached for at most 30 seconds. */
export interface ConnectionDirectory {
  /** @returns undefined for one that is unknown or revoked, whose person has left, or whose business is not active */
  find(businessId: string, connectionId: string): Promise<ActiveConnection | undefined>;
}

const cacheMs = 30_000;
const cacheEntriesMax = 10_000;

export function createConnectionDirectory(db: Database, bus: Bus, clients: RpcClients): ConnectionDirectory {
  const cache = new LRUCache<string, { found: ActiveConnection | undefined }>({ max: cacheEntriesMax, ttl: cacheMs });
  let generation = 0;

  const lookUp = singleFlight(async (name: string, businessId: string, connectionId: string) => {
    const startedIn = generation;
    const found = await load(db, clients, businessId, connectionId);
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
    async find(businessId, connectionId) {
      const name = `${businessId}|${connectionId}`;
      const cached = cache.get(name);
      return cached ? cached.found : lookUp(name, businessId, connectionId);
    },
  };
}

async function load(
  db: Database,
  clients: RpcClients,
  businessId: string,
  connectionId: string,
): Promise<ActiveConnection | undefined> {
  const business = await findBusiness(db, businessId);
  if (!business?.active) return undefined;
  const call = createConsoleCall(businessId, "resolve connection");
  const request = create(ResolveConnectionRequestSchema, { connectionId });
  const { connection } = (await clients.unary(ConsoleService.method.resolveConnection, request, call)).message;
  if (!connection) return undefined;
  const { personId, scopes, requireProposal } = connection;
  return { connectionId, personId, scopes, requireProposal, business };
}
