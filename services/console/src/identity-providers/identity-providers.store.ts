import { hkdfSync } from "node:crypto";
import type { Database, StoredSecrets, WriteScope } from "@tenant-ops/kit/data";
import { createKeyring, decryptSecret, type Keyring, readKeyId } from "@tenant-ops/kit/encryption";
import type { LinkSecrets } from "../invitations/link-tokens.js";
import type { Identity, IdentityProvider, ProviderSignIn } from "./identity-providers.rules.js";

/** The stored values that are encrypted with LINK_SECRET. */
export const storedSecrets: readonly StoredSecrets[] = [
  { collection: "identityProviders", isShared: true, path: "clientSecret", getOwner: ({ _id }) => _id },
];

/** Encrypts the client secrets of businesses at their identity providers, with keys for this purpose that are made of the secrets. */
export function createClientSecretKeyring(secrets: LinkSecrets): Keyring {
  const derive = (secret: Buffer) => hkdfSync("sha256", secret, "", "client secrets of identity providers", 32);
  return createKeyring(secrets.map((secret) => Buffer.from(derive(secret))));
}

/** @returns undefined when the value that encrypted the secret was removed from LINK_SECRET: the secret must be entered again */
export function readClientSecret(keyring: Keyring, { _id, clientSecret }: IdentityProvider): string | undefined {
  return keyring.has(readKeyId(clientSecret)) ? decryptSecret(keyring, clientSecret, _id) : undefined;
}

// Shared between businesses, because the business of a sign-in is not known yet.
const providers = (db: Database) => db.shared<IdentityProvider>("identityProviders");
const identities = (db: Database) => db.shared<Identity>("identities");
const signIns = (db: Database) => db.shared<ProviderSignIn>("providerSignIns");

type Index = { key: Record<string, 1>; expireAfterSeconds?: number };
export const providerIndexes: Index[] = [];
export const identityIndexes: Index[] = [{ key: { businessId: 1, personId: 1 } }];
export const providerSignInIndexes: Index[] = [
  { key: { address: 1, expiresAt: 1 } },
  { key: { expiresAt: 1 }, expireAfterSeconds: 0 },
];

export function findProvider(db: Database, businessId: string): Promise<IdentityProvider | null> {
  return providers(db).findOne({ _id: { $eq: businessId } });
}

const inTransaction = (scope: WriteScope) => scope.shared<IdentityProvider>("identityProviders");

/** @returns the one before; null when the business had none */
export async function putProvider(scope: WriteScope, { _id, ...provider }: IdentityProvider) {
  const before = await inTransaction(scope).findOne({ _id });
  await inTransaction(scope).upsert(_id, { $set: provider });
  return before;
}

/** @returns false when the business has none */
export async function deleteProvider(scope: WriteScope): Promise<boolean> {
  return (await inTransaction(scope).deleteMany({ _id: scope.businessId })).deletedCount === 1;
}

export function findIdentity(db: Database, identityId: string): Promise<Identity | null> {
  return identities(db).findOne({ _id: { $eq: identityId } });
}

export async function insertIdentity(scope: WriteScope, identity: Identity): Promise<void> {
  await scope.ofShared<Identity>("identities").insertOne(identity);
}

export async function insertProviderSignIn(db: Database, signIn: ProviderSignIn): Promise<void> {
  await signIns(db).insertOne(signIn);
}

/** Counts at most `limit`. */
export function countProviderSignIns(db: Database, address: string, limit: number): Promise<number> {
  return signIns(db).countDocuments({ address: { $eq: address }, expiresAt: { $gt: new Date() } }, { limit });
}

/** Deletes the sign-in, so that only one of two answers to it is accepted. */
export function takeProviderSignIn(
  db: Database,
  { _id, binding, businessId }: Pick<ProviderSignIn, "_id" | "binding" | "businessId">,
): Promise<ProviderSignIn | null> {
  const filter = {
    ...{ _id: { $eq: _id }, binding: { $eq: binding }, businessId: { $eq: businessId } },
    expiresAt: { $gt: new Date() },
  };
  return signIns(db).findOneAndDelete(filter);
}

/** The people who have signed in at the provider of this business. */
export async function listProviderPeople(scope: WriteScope): Promise<string[]> {
  return (await scope.ofShared<Identity>("identities").find({})).map(({ personId }) => personId);
}

/** Deletes the identities of the person at the provider of this business. */
export async function deleteIdentitiesOf(scope: WriteScope, personId: string): Promise<number> {
  const identities = scope.ofShared<Identity>("identities");
  const found = await identities.find({ personId });
  return identities.deleteByIds(found.map(({ _id }) => _id));
}
