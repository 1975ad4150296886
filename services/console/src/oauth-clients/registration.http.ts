import { type Database, newId } from "@tenant-ops/kit/data";
import type { FastifyInstance } from "fastify";
import { parseRegistration } from "./registration.rules.js";
import {
  computeClientExpiry,
  deleteOldestUnusedClient,
  estimateClients,
  insertClient,
} from "./registered-clients.store.js";

/** How long a new client is kept in any case. */
const keptMs = 60 * 60 * 1000;

export interface RegistrationOptions {
  db: Database;
  config: { OAUTH_CLIENTS_MAX: number };
}

/** `POST /oauth/register` (RFC 7591), for clients that have no metadata document. The gateway limits it per address. */
export function clientRegistrationHttp(app: FastifyInstance, { db, config }: RegistrationOptions): void {
  app.post("/oauth/register", { config: { withoutCaller: true } }, async ({ body }, reply) => {
    void reply.headers({ "cache-control": "no-store", pragma: "no-cache" });
    const given = parseRegistration(body);
    if ("error" in given)
      return reply.status(400).send({ error: given.error, error_description: given.detail, detail: given.detail });
    const now = new Date();
    if (!(await makeRoomForClient(db, config.OAUTH_CLIENTS_MAX, now))) {
      const detail = "Too many clients are registered. Try again later, or use a client_id that is an https URL.";
      return reply.status(503).send({ error: "temporarily_unavailable", error_description: detail, detail });
    }
    const client = {
      _id: newId("ocl"),
      ...given,
      createdAt: now,
      lastUsedAt: null,
      keptUntil: new Date(now.getTime() + keptMs),
      expiresAt: computeClientExpiry(now),
    };
    await insertClient(db, client);
    return reply.status(201).send({
      client_id: client._id,
      client_id_issued_at: Math.floor(now.getTime() / 1000),
      client_name: client.name,
      redirect_uris: client.redirectUris,
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
    });
  });
}

/**
 * At the quota, deletes the oldest client to which no person has ever given access. Without the time in which a new one is kept, a flood would
 * delete the clients of others before their people have answered. @returns false when there is none
 */
async function makeRoomForClient(db: Database, clientsMax: number, now: Date): Promise<boolean> {
  return (await estimateClients(db)) < clientsMax || deleteOldestUnusedClient(db, now);
}
