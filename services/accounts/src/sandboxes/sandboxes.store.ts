import { createSystemCall } from "@tenant-ops/kit/call";
import { type Database, isDuplicateKeyError, newId } from "@tenant-ops/kit/data";
import { Refusal } from "@tenant-ops/kit/errors";

/**
 * The sandbox of a business. Its own id separates its data; its settings are those of the live business, read from there at every
 * look-up.
 */
export interface Sandbox {
  _id: string;
  /** Id of the live business. */
  sandboxOf: string;
  createdAt: Date;
  /** How often it was emptied, including a running reset. Absent: never. */
  generation?: number;
  /** True while a reset has begun and not ended. */
  isEmptying?: boolean;
  /** The lease of the request that empties or fills it. */
  lease?: { holder: string; until: Date };
  /** Answers of the writes of its seed since it was last emptied, by the name of the write. */
  seeded?: Record<string, unknown>;
}

/** Fields to set, by their paths, and fields to remove. */
export interface SandboxChange {
  set?: Record<string, unknown>;
  unset?: "seeded";
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
  const { _id, ...sandbox } = { _id: newId("sbx"), sandboxOf: businessId, createdAt: new Date() };
  try {
    await db.transaction(createSystemCall(businessId, "create sandbox"), async (scope) => {
      await scope.shared<Sandbox>("sandboxes").upsert(_id, { $setOnInsert: sandbox });
      return {};
    });
    return { _id, ...sandbox };
  } catch (error) {
    // Another call has created it. When two requests close the business at once, the business may be closed already by the other one.
    const isMade =
      isDuplicateKeyError(error, "sandboxOf") || (error instanceof Refusal && error.code === "business_closed");
    const made = isMade ? await findSandboxOf(db, businessId) : null;
    if (made) return made;
    throw error;
  }
}

/** Deletes by the id of the business: another process can have created a sandbox before it knew of the offboarding. */
export async function deleteSandboxOf(db: Database, businessId: string): Promise<number> {
  return (await sandboxes(db).deleteMany({ sandboxOf: { $eq: businessId } })).deletedCount;
}

/** @returns the sandbox, or null while another holder has the lease */
export function acquireSandbox(db: Database, sandboxId: string, holder: string, until: Date): Promise<Sandbox | null> {
  const isFree = { $or: [{ lease: { $exists: false } }, { "lease.until": { $lte: new Date() } }] };
  return sandboxes(db).findOneAndUpdate(
    { _id: { $eq: sandboxId }, ...isFree },
    { $set: { lease: { holder, until } } },
    { returnDocument: "after" },
  );
}

/** Extends the lease. @returns whether the holder still had it; otherwise nothing was changed */
export async function updateHeldSandbox(
  db: Database,
  sandboxId: string,
  holder: string,
  until: Date,
  { set = {}, unset }: SandboxChange,
): Promise<boolean> {
  const held = await sandboxes(db).updateOne(
    { _id: { $eq: sandboxId }, "lease.holder": { $eq: holder } },
    { $set: { ...set, "lease.until": until }, ...(unset && { $unset: { [unset]: "" } }) },
  );
  return held.matchedCount === 1;
}

export async function releaseSandbox(db: Database, sandboxId: string, holder: string): Promise<void> {
  await sandboxes(db).updateOne(
    { _id: { $eq: sandboxId }, "lease.holder": { $eq: holder } },
    { $unset: { lease: "" } },
  );
}
