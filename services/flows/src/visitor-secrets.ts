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

// Only the index that every `_id` has.
export const visitorSecretIndexes = [];

const readTimeoutMs = 5000;

const cached = new WeakMap<Database, Promise<string>>();

/**
 * The secret from which the ids of visitors are computed, the same for all businesses; it is read once and then kept in memory. It never changes: with
 * another secret, visitors would get new ids, and so new spins.
 */
export function getVisitorSecret(db: Database): Promise<string> {
  const known = cached.get(db);
  if (known) return known;
  const secret = storingOnce(async () => (await findOrCreateSecret(db, "visitorSecrets", { _id: "visitors" })).secret);
  cached.set(db, secret);
  // A failure is not cached, so the next request tries again.
  secret.catch(() => cached.delete(db));
  return secret;
}

/** An upsert, so that of several replicas that need it at the same time one creates the secret, and all get the same. */
export async function findOrCreateSecret<Stored extends { _id: string; secret: string }>(
  db: Database,
  collection: string,
  { _id, ...fields }: Omit<Stored, "secret">,
): Promise<Stored> {
  const created = { ...fields, secret: randomBytes(32).toString("base64url") };
  const options = { upsert: true, returnDocument: "after", maxTimeMS: readTimeoutMs } as const;
  const stored = await db
    .shared<{ _id: string }>(collection)
    .findOneAndUpdate({ _id }, { $setOnInsert: created }, options);
  if (!stored) throw new Error(`no secret ${_id} in ${collection}`);
  return stored as Stored;
}
