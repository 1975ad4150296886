import { Refusal } from "@tenant-ops/kit/errors";
import { getHeader, hashToken } from "@tenant-ops/kit/http";
import { defineNoun } from "@tenant-ops/kit/process";
import type { ConsoleContext } from "../context.js";
import { createLinkToken, type LinkSettings } from "../invitations/link-tokens.js";
import { untilExpiry } from "../retentions.js";
import { registerClient } from "./oauth-clients.verbs.js";
import { findRegisteredClient, registeredClientIndexes } from "./registered-clients.store.js";
import { parseRegistration, type RegisteredClient } from "./registration.rules.js";

const noStore = { "cache-control": "no-store", pragma: "no-cache" };

/** Programs that registered themselves. `/oauth/register` (RFC 7591, and reading of RFC 7592) is for clients without a metadata document. The gateway limits it per address. */
export const oauthClients = defineNoun({
  collections: {
    oauthClients: {
      indexes: registeredClientIndexes,
      retention: untilExpiry,
      ofBusiness: "none",
      personal: "Programs.",
    },
  },

  http(app, _, context: ConsoleContext) {
    const { db, config } = context;
    app.post("/oauth/register", { config: { withoutCaller: true } }, async ({ body }, reply) => {
      void reply.headers(noStore);
      const given = parseRegistration(body);
      if ("error" in given)
        return reply.status(400).send({ error: given.error, error_description: given.detail, detail: given.detail });
      const client = await registerClient(context, given);
      if (!client) {
        const detail = "Too many clients are registered. Try again later, or use a client_id that is an https URL.";
        return reply.status(503).send({ error: "temporarily_unavailable", error_description: detail, detail });
      }
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
  },
});

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
