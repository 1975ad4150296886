import { newId } from "@tenant-ops/kit/data";
import type { ConsoleContext } from "../context.js";
import {
  computeClientExpiry,
  deleteOldestUnusedClient,
  estimateClients,
  insertClient,
} from "./registered-clients.store.js";
import type { RegisteredClient, Registration } from "./registration.rules.js";

/** How long a new client is kept in any case. */
const keptMs = 60 * 60 * 1000;

/**
 * Registers a client. At the quota, it deletes the oldest client to which no person has ever given access. Without the time in which a new one is
 * kept, a flood would delete the clients of others before their people have answered.
 * @returns undefined when there is no room
 */
export async function registerClient(
  { db, config: { OAUTH_CLIENTS_MAX: clientsMax } }: ConsoleContext,
  given: Registration,
): Promise<RegisteredClient | undefined> {
  const now = new Date();
  if ((await estimateClients(db)) >= clientsMax && !(await deleteOldestUnusedClient(db, now))) return undefined;
  const client = {
    _id: newId("ocl"),
    ...given,
    createdAt: now,
    lastUsedAt: null,
    keptUntil: new Date(now.getTime() + keptMs),
    expiresAt: computeClientExpiry(now),
  };
  await insertClient(db, client);
  return client;
}
