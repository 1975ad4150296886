import { randomBytes } from "node:crypto";
import type { Database } from "@tenant-ops/kit/data";

/** The secret of one day, the same for all replicas. */
export interface DailySecretRow {
  /** The day in UTC, such as 2026-03-31. */
  _id: string;
  secret: string;
  expiresAt: Date;
}

// The database destroys a secret when its day is over: nobody can find out afterwards whether an address was here.
export const dailySecretIndexes = [{ key: { expiresAt: 1 }, expireAfterSeconds: 0 }];

const dayMs = 24 * 60 * 60 * 1000;

/** Gives the secret of today, and makes it when today has none yet. Remembers today's only. */
export function dailySecrets(db: Database): (now: Date) => Promise<DailySecretRow> {
  let current: { day: string; row: Promise<DailySecretRow> } | undefined;
  return (now) => {
    const day = now.toISOString().slice(0, 10);
    if (current?.day === day) return current.row;
    const row = secretOf(db, day);
    current = { day, row };
    // A failure is not remembered: the next visitor asks again.
    row.catch(() => (current = undefined));
    return row;
  };
}

async function secretOf(db: Database, day: string): Promise<DailySecretRow> {
  const expiresAt = new Date(Date.parse(day) + dayMs);
  // Of several replicas that ask at midnight one makes the secret; the others get that one.
  const row = await db
    .shared<DailySecretRow>("dailySecrets")
    .findOneAndUpdate(
      { _id: day },
      { $setOnInsert: { secret: randomBytes(32).toString("base64url"), expiresAt } },
      { upsert: true, returnDocument: "after", maxTimeMS: 5000 },
    );
  if (!row) throw new Error(`no secret for ${day}`);
  return row;
}
