import { createSystemCall } from "@tenant-ops/kit/call";
import { type Database, isBusinessClosed, isDuplicateKeyError, newId, type WriteScope } from "@tenant-ops/kit/data";

/**
 * The sandbox of a business. Its own id separates its data, and changes when it is emptied; its settings are those of the live business, read from
 * there at every look-up.
 */
export interface Sandbox {
  _id: string;
  /** Id of the live business. */
  sandboxOf: string;
  createdAt: Date;
  /** Answers of the writes of its seed, by the name of the write. */
  seeded?: Record<string, unknown>;
  /** The last request to delete its business; see `markSandbox`. */
  offboardingId?: string;
}

export const sandboxIndexes: Array<{ key: Record<string, 1>; unique?: true }> = [
  { key: { sandboxOf: 1 }, unique: true },
];

const sandboxes = (db: Database) => db.shared<Sandbox>("sandboxes");

export function findSandboxOf(db: Database, businessId: string): Promise<Sandbox | null> {
  return sandboxes(db).findOne({ sandboxOf: { $eq: businessId } });
}

export function findSandboxById(db: Database, sandboxId: string): Promise<Sandbox | null> {
  return sandboxes(db).findOne({ _id: { $eq: sandboxId } });
}

const createSandbox = (businessId: string): Sandbox => ({
  _id: newId("sbx"),
  sandboxOf: businessId,
  createdAt: new Date(),
});

/** The ids of the sandboxes of these businesses, by the id of the business. A business without a test key has none. */
export async function findSandboxIds(db: Database, businessIds: readonly string[]): Promise<Map<string, string>> {
  const found = await sandboxes(db)
    .find({ sandboxOf: { $in: [...businessIds] } })
    .toArray();
  return new Map(found.map(({ _id, sandboxOf }) => [sandboxOf, _id]));
}

/**
 * Finds the sandbox of a business or creates it. Two calls at the same time create one, because of the unique index. It is created in a transaction
 * of the business: a request that began before the offboarding would otherwise create a sandbox that the deletion does not find.
 * @throws Refusal business_closed
 */
export async function ensureSandbox(db: Database, businessId: string): Promise<Sandbox> {
  const existing = await findSandboxOf(db, businessId);
  if (existing) return existing;
  const { _id, ...sandbox } = createSandbox(businessId);
  try {
    await db.transaction(createSystemCall(businessId, "create sandbox"), async (scope) => {
      await scope.shared<Sandbox>("sandboxes").upsert(_id, { $setOnInsert: sandbox });
      return {};
    });
    return { _id, ...sandbox };
  } catch (error) {
    // Another call has created it. When two requests close the business at once, the business may be closed already by the other one.
    const isMade = isDuplicateKeyError(error, "sandboxOf") || isBusinessClosed(error);
    const made = isMade ? await findSandboxOf(db, businessId) : null;
    if (made) return made;
    throw error;
  }
}

/**
 * Gives the sandbox of a business a new id, and with it no records.
 * @returns the sandbox before; null for a business that has none
 */
export async function replaceSandbox(scope: WriteScope, businessId: string): Promise<Sandbox | null> {
  const records = scope.shared<Sandbox>("sandboxes");
  const earlier = await records.findOne({ sandboxOf: businessId });
  if (!earlier) return null;
  await records.deleteMany({ _id: earlier._id });
  const { _id, ...sandbox } = createSandbox(businessId);
  await records.upsert(_id, { $setOnInsert: sandbox });
  return earlier;
}

/** In the transaction that closes its business: a reset at the same time conflicts with it. @returns whether the sandbox has still this id */
export async function markSandbox(scope: WriteScope, sandboxId: string, offboardingId: string): Promise<boolean> {
  const marked = await scope.shared<Sandbox>("sandboxes").updateMany({ _id: sandboxId }, { $set: { offboardingId } });
  return marked.matchedCount === 1;
}

/** Deletes by the id of the business: another process can have created a sandbox before it knew of the offboarding. */
export async function deleteSandboxOf(db: Database, businessId: string): Promise<number> {
  return (await sandboxes(db).deleteMany({ sandboxOf: { $eq: businessId } })).deletedCount;
}

/** Stores the answer of a write of the seed. @returns false when the sandbox was emptied */
export async function storeSeeded(db: Database, sandboxId: string, write: string, answer: object): Promise<boolean> {
  const change = { $set: { [`seeded.${write}`]: answer } };
  return (await sandboxes(db).updateOne({ _id: { $eq: sandboxId } }, change)).matchedCount === 1;
}
