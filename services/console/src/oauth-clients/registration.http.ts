import { type Database, newId } from "@tenant-ops/kit/data";
import { Refusal } from "@tenant-ops/kit/errors";
import { getHeader, hashToken } from "@tenant-ops/kit/http";
import type { FastifyInstance } from "fastify";
import { createLinkToken, type LinkSettings } from "../invitations/link-tokens.js";
import { parseRegistration } from "./registration.rules.js";
import {
  computeClientExpiry,
  deleteOldestUnusedClient,
  estimateClients,
  findRegisteredClient,
  insertClient,
  type RegisteredClient,
} from "./registered-clients.store.js";

/** How long a new client is kept in any case. */
const keptMs = 60 * 60 * 1000;

export interface RegistrationOptions {
  db: Database;
  config: LinkSettings & { OAUTH_CLIENTS_MAX: number; PUBLIC_URL: string };
}

const noStore = { "cache-control": "no-store", pragma: "no-cache" };

/** `/oauth/register` (RFC 7591, and reading of RFC 7592), for clients that have no metadata document. The gateway limits it per address. */
export function clientRegistrationHttp(app: FastifyInstance, { db, config }: RegistrationOptions): void {
  app.post("/oauth/register", { config: { withoutCaller: true } }, async ({ body }, reply) => {
    void reply.headers(noStore);
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
    const [token] = listReadTokens(config, client._id);
    return reply.status(201).send(describeRegistration(client, config.PUBLIC_URL, token ?? ""));
  });

  app.get("/oauth/register/:clientId", { config: { withoutCaller: true } }, async (request, reply) => {
    void reply.headers(noStore);
    const { clientId } = request.params as { clientId: string };
    const [, sent = ""] = /^Bearer (\S+)$/i.exec(getHeader(request, "authorization") ?? "") ?? [];
    const isRight = listReadTokens(config, clientId).some((token) => hashToken(token) === hashToken(sent));
    const client = isRight ? await findRegisteredClient(db, clientId) : null;
    if (!client)
      throw new Refusal("unauthorized", "Send the registration_access_token of this client_id as Bearer token.");
    return describeRegistration(client, config.PUBLIC_URL, sent);
  });
}

/** With each secret; a new token is the first. It is computed from the id, so none is stored. */
function listReadTokens({ LINK_SECRET }: LinkSettings, clientId: string): string[] {
  return LINK_SECRET.map((secret) => createLinkToken(secret, "client registration", clientId));
}

function describeRegistration(
  { _id, name, redirectUris, createdAt }: RegisteredClient,
  publicUrl: string,
  token: string,
) {
  return {
    client_id: _id,
    client_id_issued_at: Math.floor(createdAt.getTime() / 1000),
    client_name: name,
    redirect_uris: redirectUris,
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    token_endpoint_auth_method: "none",
    registration_client_uri: `${publicUrl}/oauth/register/${_id}`,
    registration_access_token: token,
  };
}

/**
 * At the quota, deletes the oldest client to which no person has ever given access. Without the time in which a new one is kept, a flood would
 * delete the clients of others before their people have answered. @returns false when there is none
 */
async function makeRoomForClient(db: Database, clientsMax: number, now: Date): Promise<boolean> {
  return (await estimateClients(db)) < clientsMax || deleteOldestUnusedClient(db, now);
}
