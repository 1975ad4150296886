import type { MessageInitShape } from "@bufbuild/protobuf";
import type { FieldsOf } from "@tenant-ops/kit/rpc";
import type { ExchangeCodeRequest, TokenGrantResponseSchema } from "@tenant-ops/proto/console";
import type { ConsoleContext } from "../context.js";
import { recordClientUse } from "../oauth-clients/registered-clients.store.js";
import { publishPeopleChange } from "../sessions/people-changes.js";
import { findCode, setCodeReplayed, setCodeUsed } from "./authorization-codes.store.js";
import type { AuthorizationCode, Connection } from "./connections.rules.js";
import { findConnection, insertConnection, setNextRefresh, setRevoked } from "./connections.store.js";
import { findPersonScopes } from "./connections.verbs.js";
import { computeConnectionExpiry, judgeRefresh, type SentToken } from "./refresh.rules.js";
import { createRefreshState, findRefreshToken, isOwnToken } from "./tokens.js";

type CodeExchange = FieldsOf<ExchangeCodeRequest>;

/** Exchanges a code for a connection. A wrong request does not use the code up, so that a thief cannot make it unusable for the client. */
export async function exchangeCode(context: ConsoleContext, businessId: string, exchange: CodeExchange) {
  const { db } = context;
  const code = await findCode(db, businessId, exchange.codeHash);
  if (!code)
    return refuseGrant("invalid_grant", "This code is unknown or has expired. Start again at /oauth/authorize.");
  if (code.usedAt) return revokeReplayed(context, code);
  const now = new Date();
  const problem = findProblem(code, exchange, now);
  if (problem) return problem;
  const scopes = await findPersonScopes(db, businessId, code.personId, code.scopes);
  if (scopes.length === 0) return refuseLeft();
  if (!(await setCodeUsed(db, code._id, now))) return revokeReplayed(context, code);
  return createConnection(context, code, scopes, now);
}

function findProblem(code: AuthorizationCode, exchange: CodeExchange, now: Date): TokenGrantReply | undefined {
  const { clientId, redirectUri, codeChallenge, resource } = exchange;
  if (code.expiresAt <= now)
    return refuseGrant("invalid_grant", "This code has expired. Start again at /oauth/authorize.");
  if (code.client.id !== clientId) return refuseGrant("invalid_grant", "This code was made for another client.");
  if (code.redirectUri !== redirectUri)
    return refuseGrant("invalid_grant", "redirect_uri is not the one of the authorization request.");
  if (code.challenge !== codeChallenge)
    return refuseGrant("invalid_grant", "code_verifier does not belong to the code_challenge of this code.");
  if (resource !== "" && code.resource !== "" && resource !== code.resource)
    return refuseGrant("invalid_target", "resource is not the one of the authorization request.");
  return undefined;
}

async function createConnection({ db, config }: ConsoleContext, code: AuthorizationCode, scopes: string[], now: Date) {
  const { businessId, connectionId, personId, client, requireProposal, isSandbox, resource } = code;
  const { token, state } = createRefreshState(config.LINK_SECRET, { businessId, connectionId }, 1, { now });
  const allowed = { scopes: code.scopes, refusedScopes: code.refusedScopes };
  const given = { businessId, personId, client, ...allowed, requireProposal, isSandbox, resource };
  const beginning = {
    createdAt: now,
    lastUsedAt: null,
    calls: 0,
    isActive: true,
    revokedAt: null,
    revokedReason: null,
  };
  const expiresAt = computeConnectionExpiry(now);
  await insertConnection(db, { _id: connectionId, ...given, ...beginning, refresh: state, expiresAt });
  await recordClientUse(db, client.id, now);
  // In the meantime the code may have been sent again, or the membership of the person may have ended: neither of them found a connection to end.
  const isReplayed = (await findCode(db, businessId, code._id))?.isReplayed === true;
  const hasLeft = (await findPersonScopes(db, businessId, personId, scopes)).length === 0;
  if (isReplayed || hasLeft)
    await setRevoked(db, { businessId, _id: connectionId }, isReplayed ? "codeReused" : "memberLeft", now);
  if (isReplayed) return refuseReplayed();
  if (hasLeft) return refuseLeft();
  return { grant: { connectionId, scopes, refreshToken: token } };
}

/** Two parties have the code, and one of them is not the client. The code is marked first, because the connection may be created at the same time. */
async function revokeReplayed({ db, bus }: ConsoleContext, code: AuthorizationCode): Promise<TokenGrantReply> {
  await setCodeReplayed(db, code._id);
  const found = await findConnection(db, code.businessId, code.connectionId);
  if (found && (await setRevoked(db, found, "codeReused", new Date()))) publishPeopleChange(bus);
  return refuseReplayed();
}

function refuseReplayed(): TokenGrantReply {
  return refuseGrant(
    "invalid_grant",
    "This code was used before, so its connection was revoked. Start again at /oauth/authorize.",
  );
}

function refuseLeft(): TokenGrantReply {
  return refuseGrant("invalid_grant", "The person who allowed it may not do this any more.");
}

type Refresh = SentToken & Pick<CodeExchange, "resource"> & { connectionId: string };

/** How often another request may be faster before this one is refused. All of the faster ones have got the same next token. */
const triesMax = 3;

/** Replaces a refresh token by the next one. */
export async function refreshConnection(context: ConsoleContext, businessId: string, refresh: Refresh) {
  for (let tries = 0; tries < triesMax; tries += 1) {
    const connection = await findConnection(context.db, businessId, refresh.connectionId);
    const reply = connection ? await tryRefresh(context, connection, refresh) : refuseUnknown();
    if (reply) return reply;
  }
  return refuseUnknown();
}

/** @returns undefined when another request was faster */
async function tryRefresh(context: ConsoleContext, connection: Connection, refresh: Refresh) {
  const { db, config, bus } = context;
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
  if (scopes.length === 0) return refuseLeft();
  const findLost = () => findRefreshToken(config.LINK_SECRET, connection, connection.refresh);
  const refreshToken = verdict === "next" ? await rotate(context, connection, now) : findLost();
  return refreshToken === undefined ? undefined : { grant: { connectionId: _id, scopes, refreshToken } };
}

async function rotate({ db, config }: ConsoleContext, connection: Connection, now: Date): Promise<string | undefined> {
  const { _id: connectionId, businessId, client, refresh } = connection;
  const owner = { businessId, connectionId };
  const { salt, generation } = refresh;
  const { token, state } = createRefreshState(config.LINK_SECRET, owner, generation + 1, { salt, now });
  if (!(await setNextRefresh(db, connection, state, computeConnectionExpiry(now)))) return undefined;
  await recordClientUse(db, client.id, now);
  return token;
}

function refuseUnknown(): TokenGrantReply {
  return refuseGrant("invalid_grant", "This refresh token is unknown, has expired or was revoked. Connect again.");
}

/** The answer to a token request: a grant, or an error code of OAuth with a sentence. */
type TokenGrantReply = MessageInitShape<typeof TokenGrantResponseSchema>;

function refuseGrant(error: "invalid_grant" | "invalid_target", detail: string): TokenGrantReply {
  return { error, detail };
}
