import type { Database, WriteScope } from "@tenant-ops/kit/data";

/** The registry of slugs, shared by all businesses. The slug is the `_id`, so the index of `_id` keeps slugs unique. */
interface SlugRow {
  _id: string;
  businessId: string;
  flowId: string;
}

// Only the index that every `_id` has.
export const slugIndexes = [];

const readTimeoutMs = 5000;

/** @throws a duplicate key error on `_id` when the slug is taken, by this business or another */
export function claimSlug(scope: WriteScope, slug: string, flowId: string): Promise<void> {
  return scope.claim("slugs", slug, { flowId });
}

export function findSlug(db: Database, slug: string): Promise<SlugRow | null> {
  return db.shared<SlugRow>("slugs").findOne({ _id: { $eq: slug } }, { maxTimeMS: readTimeoutMs });
}

/** Returns those of `slugs` that are taken, by whichever business. */
export async function findTakenSlugs(db: Database, slugs: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .shared<SlugRow>("slugs")
    .find({ _id: { $in: [...slugs] } }, { projection: { _id: 1 }, maxTimeMS: readTimeoutMs })
    .toArray();
  return new Set(rows.map(({ _id }) => _id));
}
