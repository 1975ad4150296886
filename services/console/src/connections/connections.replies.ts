import type { Database } from "@tenant-ops/kit/data";
import { findPeople } from "../people/people.store.js";
import type { Connection } from "./connections.types.js";

/** Connections as lists show them, with the names of their people. Hashes and salts stay here. */
export async function describeConnections(db: Database, connections: readonly Connection[]) {
  const people = await findPeople(db, [...new Set(connections.map(({ personId }) => personId))]);
  const byId = new Map(people.map(({ _id, name, email }) => [_id, { _id, name, email }]));
  const now = new Date();
  return connections.map((connection) => {
    const { _id, businessId, personId, client, isSandbox, scopes, requireProposal, calls } = connection;
    const { createdAt, lastUsedAt, revokedAt, expiresAt } = connection;
    return {
      ...{ _id, businessId, isSandbox, client, scopes, requireProposal, calls },
      person: byId.get(personId) ?? { _id: personId, name: "", email: "" },
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
      isActive: connection.isActive && expiresAt > now,
      revokedAt: revokedAt?.toISOString() ?? null,
      expiresAt: expiresAt.toISOString(),
    };
  });
}
