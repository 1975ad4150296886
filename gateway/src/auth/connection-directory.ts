import { create } from "@bufbuild/protobuf";
import type { Database } from "@tenant-ops/kit/data";
import type { Bus } from "@tenant-ops/kit/events";
import type { RpcClients } from "@tenant-ops/kit/rpc";
import { ConsoleService, ResolveConnectionRequestSchema } from "@tenant-ops/proto/console";
import { type Business, findBusiness } from "./businesses.store.js";
import { createConsoleCall } from "./connection-grants.js";
import { createPeopleCache } from "./people-cache.js";
import { ensureSandbox } from "./sandboxes.store.js";

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

export function createConnectionDirectory(db: Database, bus: Bus, clients: RpcClients): ConnectionDirectory {
  return {
    find: createPeopleCache(bus, (businessId: string, connectionId: string) =>
      load(db, clients, businessId, connectionId),
    ),
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
  const { personId, scopes, askableScopes, requireProposal, isSandbox } = connection;
  const sandboxId = isSandbox ? (await ensureSandbox(db, businessId))._id : undefined;
  return { connectionId, personId, scopes, askableScopes, requireProposal, business, ...(sandboxId && { sandboxId }) };
}
