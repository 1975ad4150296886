import { type Database, dayMs, newId, type WriteScope } from "@tenant-ops/kit/data";

/** A change of a key, or of a business and all of its keys, which gateways must not miss. */
export interface CredentialChange {
  businessId: string;
  keyId?: string | undefined;
}

interface StoredChange {
  _id: string;
  businessId: string;
  keyId?: string;
  at: Date;
}

/** Much longer than a gateway remembers a key. */
export const daysKept = 1;

export const credentialChangeIndexes = [{ key: { at: 1 as const }, expireAfterSeconds: (daysKept * dayMs) / 1000 }];

const changes = (db: Database) => db.shared<StoredChange>("credentialChanges");

export async function insertChange(db: Database, { businessId, keyId }: CredentialChange): Promise<void> {
  await changes(db).insertOne({ ...createChange(businessId), ...(keyId !== undefined && { keyId }) });
}

const createChange = (businessId: string): StoredChange => ({ _id: newId("chg"), businessId, at: new Date() });

/** A change of the business of the scope, in the transaction that makes it. */
export function storeChange(scope: WriteScope): Promise<void> {
  const { _id, ...change } = createChange(scope.businessId);
  return scope.shared<StoredChange>("credentialChanges").upsert(_id, { $setOnInsert: change });
}

/** The changes since this time, in any order. */
export function findChanges(db: Database, since: Date, limit: number): Promise<CredentialChange[]> {
  return changes(db)
    .find({ at: { $gte: since } }, { limit })
    .toArray();
}

export async function deleteChanges(db: Database, businessId: string): Promise<void> {
  await changes(db).deleteMany({ businessId: { $eq: businessId } });
}
