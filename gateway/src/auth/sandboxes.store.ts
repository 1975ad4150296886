import { type Database, isDuplicateKeyError, newId } from "@tenant-ops/kit/data";

/**
 * The sandbox of a business. Its own id separates its data; its settings are those of the live business, read from there at every
 * look-up.
 */
export interface Sandbox {
  _id: string;
  /** Id of the live business. */
  sandboxOf: string;
  createdAt: Date;
}

export const sandboxIndexes: Array<{ key: Record<string, 1>; unique?: true }> = [
  { key: { sandboxOf: 1 }, unique: true },
];

const sandboxes = (db: Database) => db.shared<Sandbox>("sandboxes");

export function findSandboxOf(db: Database, businessId: string): Promise<Sandbox | null> {
  return sandboxes(db).findOne({ sandboxOf: { $eq: businessId } });
}

/** The ids of the sandboxes of these businesses, by the id of the business. A business without a test key has none. */
export async function findSandboxIds(db: Database, businessIds: readonly string[]): Promise<Map<string, string>> {
  const found = await sandboxes(db)
    .find({ sandboxOf: { $in: [...businessIds] } })
    .toArray();
  return new Map(found.map(({ _id, sandboxOf }) => [sandboxOf, _id]));
}

/** Finds the sandbox of a business or makes it. Two calls at once make one, because of the unique index. */
export async function ensureSandbox(db: Database, businessId: string): Promise<Sandbox> {
  const existing = await findSandboxOf(db, businessId);
  if (existing) return existing;
  const sandbox = { _id: newId("sbx"), sandboxOf: businessId, createdAt: new Date() };
  try {
    await sandboxes(db).insertOne(sandbox);
    return sandbox;
  } catch (error) {
    const made = isDuplicateKeyError(error, "sandboxOf") ? await findSandboxOf(db, businessId) : null;
    if (made) return made;
    throw error;
  }
}
