import { type Database, newId } from "@tenant-ops/kit/data";
import type { FastifyInstance } from "fastify";
import { parseRegistration } from "./registration.rules.js";
import {
  computeClientExpiry,
  deleteOldestUnusedClient,
  estimateClients,
  insertClient,
} from "./registered-clients.store.js";

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
    if (!(await makeRoomForClient(db, config.OAUTH_CLIENTS_MAX))) {
      const detail = "Too many clients are registered. Try again later, or use a client_id that is an https URL.";
      return reply.status(503).send({ error: "temporarily_unavailable", error_description: detail, detail });
    }
    const now = new Date();
    const client = {
      _id: newId("ocl"),
      ...given,
      createdAt: now,
      lastUsedAt: null,
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

/** At the quota, deletes the oldest client to which no person has ever given access. @returns false when there is none */
async function makeRoomForClient(db: Database, clientsMax: number): Promise<boolean> {
  return (await estimateClients(db)) < clientsMax || deleteOldestUnusedClient(db);
}
