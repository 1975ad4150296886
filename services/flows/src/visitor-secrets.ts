import { randomBytes } from "node:crypto";
import { storingOnce } from "@tenant-ops/kit/call";
import type { Database, StoredSecrets } from "@tenant-ops/kit/data";
import { toSecretOwner } from "./providers/providers.rules.js";

/** The stored values that are encrypted with FLOW_SECRET_KEY. */
export const storedSecrets: readonly StoredSecrets[] = [
  { collection: "bankProviders", path: "secrets", isList: true, getOwner: ({ businessId }) => businessId },
  {
    collection: "signInProviders",
    path: "identityProvider.clientSecret",
    getOwner: ({ businessId }) => toSecretOwner(businessId, "identity_provider"),
  },
  {
    collection: "signInProviders",
    path: "whatsapp.accessToken",
    getOwner: ({ businessId }) => toSecretOwner(businessId, "whatsapp"),
  },
];

/** The secret from which the ids of visitors are computed. It never changes: with another secret, visitors would get new ids, and so new spins. */
interface VisitorSecret {
  _id: string;
  secret: string;
}

// Only the index that every `_id` has.
export const visitorSecretIndexes = [];

const readTimeoutMs = 5000;

const cached = new WeakMap<Database, Promise<string>>();

/** Returns the secret of the mesh, which is read once and then kept in memory. */
export function getVisitorSecret(db: Database): Promise<string> {
  const known = cached.get(db);
  if (known) return known;
  const secret = storingOnce(() => findOrCreateSecret(db));
  cached.set(db, secret);
  // A failure is not cached, so the next request tries again.
  secret.catch(() => cached.delete(db));
  return secret;
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
