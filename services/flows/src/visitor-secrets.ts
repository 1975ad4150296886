import { randomBytes } from "node:crypto";
import type { Database } from "@tenant-ops/kit/data";

/** The secret from which the ids of visitors are computed. It never changes: with another one, visitors would get new ids and new spins. */
interface VisitorSecret {
  _id: string;
  secret: string;
}

// Only the index that every `_id` has.
export const visitorSecretIndexes = [];

const readTimeoutMs = 5000;

export type GetVisitorSecret = () => Promise<string>;

/** Creates a function that returns the secret and keeps it in memory. */
export function createVisitorSecretCache(db: Database): GetVisitorSecret {
  let cached: Promise<string> | undefined;
  return () => {
    if (cached) return cached;
    cached = findOrCreateSecret(db);
    // A failure is not cached, so the next request tries again.
    cached.catch(() => (cached = undefined));
    return cached;
  };
}

async function findOrCreateSecret(db: Database): Promise<string> {
  const stored = await db
    .shared<VisitorSecret>("visitorSecrets")
    .findOneAndUpdate(
      { _id: "visitors" },
      { $setOnInsert: { secret: randomBytes(32).toString("base64url") } },
      { upsert: true, returnDocument: "after", maxTimeMS: readTimeoutMs },
    );
  if (!stored) throw new Error("no secret for the ids of visitors");
  return stored.secret;
}
