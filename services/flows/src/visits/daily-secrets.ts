import { randomBytes } from "node:crypto";
import { type Database, toDayName } from "@tenant-ops/kit/data";

/** The secret of one day, the same for all replicas. */
export interface DailySecret {
  /** The day in UTC, such as 2026-03-31. */
  _id: string;
  secret: string;
  expiresAt: Date;
}

// MongoDB deletes a secret after its day. Visitor ids of that day can then no longer be computed from an address.
export const dailySecretIndexes = [{ key: { expiresAt: 1 }, expireAfterSeconds: 0 }];

const dayMs = 24 * 60 * 60 * 1000;

export type GetDailySecret = (now: Date) => Promise<DailySecret>;

/** Creates a function that returns the secret of a day and keeps only the last one in memory. */
export function createDailySecretCache(db: Database): GetDailySecret {
  let cached: { day: string; secret: Promise<DailySecret> } | undefined;
  return (now) => {
    const day = toDayName(now);
    if (cached?.day === day) return cached.secret;
    const secret = findOrCreateDailySecret(db, day);
    cached = { day, secret };
    // A failure is not cached, so the next request tries again.
    secret.catch(() => (cached = undefined));
    return secret;
  };
}

async function findOrCreateDailySecret(db: Database, day: string): Promise<DailySecret> {
  const expiresAt = new Date(Date.parse(day) + dayMs);
  // An upsert, so that of several replicas at midnight one creates the secret and all get the same.
  const stored = await db
    .shared<DailySecret>("dailySecrets")
    .findOneAndUpdate(
      { _id: day },
      { $setOnInsert: { secret: randomBytes(32).toString("base64url"), expiresAt } },
      { upsert: true, returnDocument: "after", maxTimeMS: 5000 },
    );
  if (!stored) throw new Error(`no secret for ${day}`);
  return stored;
}
