import { createHmac } from "node:crypto";
import { type Database, dayMs, toDayName } from "@tenant-ops/kit/data";
import { findOrCreateSecret } from "../visitor-secrets.js";

/** The secret of one day, the same for all replicas. */
export interface DailySecret {
  /** The day in UTC, such as 2026-03-31. */
  _id: string;
  secret: string;
  expiresAt: Date;
}

// MongoDB deletes a secret after its day. Visitor ids of that day can then no longer be computed from an address.
export const dailySecretIndexes = [{ key: { expiresAt: 1 }, expireAfterSeconds: 0 }];

export type GetDailySecret = (now: Date) => Promise<DailySecret>;

/** Creates a function that returns the secret of a day and keeps only the last one in memory. */
export function createDailySecretCache(db: Database): GetDailySecret {
  let cached: { day: string; secret: Promise<DailySecret> } | undefined;
  return (now) => {
    const day = toDayName(now);
    if (cached?.day === day) return cached.secret;
    const expiresAt = new Date(Date.parse(day) + dayMs);
    const secret = findOrCreateSecret<DailySecret>(db, "dailySecrets", { _id: day, expiresAt });
    cached = { day, secret };
    // A failure is not cached, so the next request tries again.
    secret.catch(() => (cached = undefined));
    return secret;
  };
}

/** Id of one address with one browser on one day. After the secret of the day is deleted it cannot be computed again. */
export function computeVisitorId(
  secret: string,
  { businessId, slug, address, userAgent }: { businessId: string; slug: string; address: string; userAgent: string },
): string {
  return createHmac("sha256", Buffer.from(secret, "base64url"))
    .update(JSON.stringify([businessId, slug, address, userAgent]))
    .digest("base64url");
}

/**
 * Id of the person who sends a form, on one day.
 * @param identity a proof, or else an e-mail address or phone among the answers; without one, the same person is who sends the same answers with the
 * same browser
 */
export function computePersonId(
  secret: string,
  { businessId, slug, identity }: { businessId: string; slug: string; identity: string },
): string {
  return createHmac("sha256", Buffer.from(secret, "base64url"))
    .update(JSON.stringify(["person", businessId, slug, identity]))
    .digest("base64url");
}
