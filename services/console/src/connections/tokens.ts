import { createHmac, randomBytes } from "node:crypto";
import { hashToken } from "@tenant-ops/kit/http";
import { getMakingSecret, type LinkSecrets } from "../invitations/link-tokens.js";
import type { Connection, RefreshState } from "./connections.rules.js";

const secretBytes = 32;
const saltBytes = 16;

/** The part of an id behind its prefix. */
const toIdBody = (id: string) => id.slice(id.indexOf("_") + 1);

/** A new code. It contains the business, which the gateway reads from it to call this service for that business. */
export function createCode(businessId: string): string {
  return `oac_${toIdBody(businessId)}_${randomBytes(secretBytes).toString("base64url")}`;
}

interface RefreshOwner {
  businessId: string;
  connectionId: string;
}

/**
 * A refresh token of a connection. It is computed and not random, so that a lost answer can be sent again although only the hash is stored. Computing
 * it needs both the secret of the service and the salt in the database.
 */
function createRefreshToken(
  secret: Buffer,
  { businessId, connectionId }: RefreshOwner,
  { generation, salt }: Pick<RefreshState, "generation" | "salt">,
): string {
  const name = `refresh token|${connectionId}|${generation}|${salt}`;
  const part = createHmac("sha256", secret).update(name).digest("base64url");
  return `ort_${toIdBody(businessId)}_${toIdBody(connectionId)}_${generation}_${part}`;
}

/** The token of this generation with what is stored of it. */
export function createRefreshState(
  secrets: LinkSecrets,
  owner: RefreshOwner,
  generation: number,
  { salt = randomBytes(saltBytes).toString("base64url"), now }: { salt?: string; now: Date },
): { token: string; state: RefreshState } {
  const token = createRefreshToken(getMakingSecret(secrets), owner, { generation, salt });
  return { token, state: { generation, salt, hash: hashToken(token), rotatedAt: now } };
}

/** @returns the token of a generation when it has this hash and one of the secrets has made it */
export function findRefreshToken(
  secrets: LinkSecrets,
  { _id: connectionId, businessId, refresh: { salt } }: Pick<Connection, "_id" | "businessId" | "refresh">,
  { generation, hash }: Pick<RefreshState, "generation" | "hash">,
): string | undefined {
  return secrets
    .map((secret) => createRefreshToken(secret, { businessId, connectionId }, { generation, salt }))
    .find((token) => hashToken(token) === hash);
}

/** Tokens of a secret that was removed from LINK_SECRET are not recognised as our own, except for the valid one, which is found by its hash. */
export const isOwnToken = (
  secrets: LinkSecrets,
  connection: Connection,
  sent: Pick<RefreshState, "generation" | "hash">,
): boolean => findRefreshToken(secrets, connection, sent) !== undefined;
