import type { Connection } from "./connections.types.js";

const dayMs = 24 * 60 * 60 * 1000;
const idleMs = 90 * dayMs;
/** A client whose answer was lost sends the same token again within this time. */
const repeatMs = 10_000;

/** A refresh token that a client has sent. */
export interface SentToken {
  generation: number;
  hash: string;
  clientId: string;
}

/**
 * - `next`: it is the valid one, and the next one replaces it.
 * - `repeat`: it was replaced a moment ago. The client has lost the answer, or has asked twice at once, and gets the same answer.
 * - `reused`: it was replaced before that, so two parties have it. The connection is revoked.
 * - `unknown`: it is none of this connection, or the connection has ended.
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

/** When a connection ends that does not refresh any more. */
export function computeConnectionExpiry(now: Date): Date {
  return new Date(now.getTime() + idleMs);
}
