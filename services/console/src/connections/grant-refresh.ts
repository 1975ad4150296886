import type { LinkSecrets } from "../invitations/link-tokens.js";
import { recordClientUse } from "../oauth-clients/registered-clients.store.js";
import { publishPeopleChange } from "../sessions/people-changes.js";
import type { Connection } from "./connections.types.js";
import { findConnection, setNextRefresh, setRevoked } from "./connections.store.js";
import { type GrantOptions, refuseGrant, type TokenGrantReply } from "./grant-code.js";
import { findPersonScopes } from "./allow-connection.js";
import { computeConnectionExpiry, judgeRefresh, type SentToken } from "./refresh.rules.js";
import { createRefreshState, findRefreshToken } from "./tokens.js";

export interface Refresh extends SentToken {
  connectionId: string;
  resource: string;
}

/** How often another request may be faster before this one is refused. All of the faster ones have got the same next token. */
const triesMax = 3;

/** Replaces a refresh token by the next one. */
export async function grantRefresh(
  options: GrantOptions,
  businessId: string,
  refresh: Refresh,
): Promise<TokenGrantReply> {
  const { db } = options;
  for (let tries = 0; tries < triesMax; tries += 1) {
    const connection = await findConnection(db, businessId, refresh.connectionId);
    const reply = connection ? await tryRefresh(options, connection, refresh) : refuseUnknown();
    if (reply) return reply;
  }
  return refuseUnknown();
}

/** @returns undefined when another request was faster */
async function tryRefresh(
  options: GrantOptions,
  connection: Connection,
  refresh: Refresh,
): Promise<TokenGrantReply | undefined> {
  const { db, config, bus } = options;
  const { _id, businessId, personId, resource } = connection;
  const now = new Date();
  const verdict = judgeRefresh(connection, refresh, isOwnToken(config.LINK_SECRET, connection, refresh), now);
  if (verdict === "unknown") return refuseUnknown();
  if (verdict === "reused") {
    if (await setRevoked(db, connection, "refreshTokenReused", now)) publishPeopleChange(bus);
    return refuseGrant(
      "invalid_grant",
      "This refresh token was replaced before, so its connection was revoked. Connect again.",
    );
  }
  if (refresh.resource !== "" && resource !== "" && refresh.resource !== resource)
    return refuseGrant("invalid_target", "resource is not the one that the person has allowed.");
  const scopes = await findPersonScopes(db, businessId, personId, connection.scopes);
  if (scopes.length === 0) return refuseGrant("invalid_grant", "The person who allowed it may not do this any more.");
  const refreshToken =
    verdict === "next" ? await rotate(options, connection, now) : findLost(config.LINK_SECRET, connection);
  return refreshToken === undefined ? undefined : { grant: { connectionId: _id, scopes, refreshToken } };
}

async function rotate({ db, config }: GrantOptions, connection: Connection, now: Date): Promise<string | undefined> {
  const { _id: connectionId, businessId, client, refresh } = connection;
  const owner = { businessId, connectionId };
  const { salt, generation } = refresh;
  const { token, state } = createRefreshState(config.LINK_SECRET, owner, generation + 1, { salt, now });
  if (!(await setNextRefresh(db, connection, state, computeConnectionExpiry(now)))) return undefined;
  await recordClientUse(db, client.id, now);
  return token;
}

/** The token of the lost answer. */
const findLost = (secrets: LinkSecrets, connection: Connection): string | undefined =>
  findRefreshToken(secrets, connection, connection.refresh);

/** Tokens of a secret that was removed from LINK_SECRET are not recognised as our own, except for the valid one, which is found by its hash. */
export const isOwnToken = (
  secrets: LinkSecrets,
  connection: Connection,
  sent: Pick<SentToken, "generation" | "hash">,
): boolean => findRefreshToken(secrets, connection, sent) !== undefined;

function refuseUnknown(): TokenGrantReply {
  return refuseGrant("invalid_grant", "This refresh token is unknown, has expired or was revoked. Connect again.");
}
