import type { Database, WriteScope } from "@tenant-ops/kit/data";

/** The registry of the names of pages, shared by all businesses; see `toPageSlug`. The index of `_id` keeps them unique. */
interface SlugRow {
  _id: string;
  businessId: string;
  flowId: string;
}

// Only the index that every `_id` has.
export const slugIndexes = [];

const readTimeoutMs = 5000;

/** @throws a duplicate key error on `_id` when the slug is taken, by this business or another */
export function claimSlug(scope: WriteScope, pageSlug: string, flowId: string): Promise<void> {
  return scope.claim("slugs", pageSlug, { flowId });
}

export function findSlug(db: Database, pageSlug: string): Promise<SlugRow | null> {
  return db.shared<SlugRow>("slugs").findOne({ _id: { $eq: pageSlug } }, { maxTimeMS: readTimeoutMs });
}

/** Returns those of `pageSlugs` that are taken by any business. */
export async function findTakenSlugs(db: Database, pageSlugs: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .shared<SlugRow>("slugs")
    .find({ _id: { $in: [...pageSlugs] } }, { projection: { _id: 1 }, maxTimeMS: readTimeoutMs })
    .toArray();
  return new Set(rows.map(({ _id }) => _id));
}
