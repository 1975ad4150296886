import type { Connection } from "./connections.rules.js";

const dayMs = 24 * 60 * 60 * 1000;
const idleMs = 90 * dayMs;
/** A client whose answer was lost sends the same token again within this time. */
const repeatMs = 2 * 60_000;

/** A refresh token that a client has sent. */
export interface SentToken {
  generation: number;
  hash: string;
  clientId: string;
}

/**
 * - `next`: it is valid and is replaced by the next one.
 * - `repeat`: it was replaced minutes ago, and nobody used the next one. The client lost the answer or sent two requests at once, and gets the
 *   same answer.
 * - `reused`: the next one was used, or it was replaced earlier. Two parties have it, so the connection is revoked.
 * - `unknown`: it does not belong to this connection, or the connection has ended.
 */
export type RefreshVerdict = "next" | "repeat" | "reused" | "unknown";

/** @param isOwn whether the service has made this token for this connection */
export function judgeRefresh(connection: Connection, sent: SentToken, isOwn: boolean, now: Date): RefreshVerdict {
  const { refresh, client, isActive, expiresAt } = connection;
  if (!isActive || expiresAt <= now || client.id !== sent.clientId) return "unknown";
  if (sent.generation === refresh.generation) return sent.hash === refresh.hash ? "next" : "unknown";
  if (!isOwn || sent.generation > refresh.generation) return "unknown";
  const isRecent = now.getTime() - refresh.rotatedAt.getTime() <= repeatMs;
  return sent.generation === refresh.generation - 1 && isRecent ? "repeat" : "reused";
}

/** When a connection expires without a further refresh. */
export function computeConnectionExpiry(now: Date): Date {
  return new Date(now.getTime() + idleMs);
}
