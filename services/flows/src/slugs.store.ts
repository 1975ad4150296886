import type { Database, WriteScope } from "@tenant-ops/kit/data";
import { slugCandidates, slugTaken } from "./slugs.rules.js";

/** Who holds a slug. The id is the slug itself, so the database knows each of them once among all businesses. */
export interface SlugRow {
  _id: string;
  businessId: string;
  flowId: string;
}

// Nothing beyond the index that every `_id` has.
export const slugIndexes = [];

export function claimSlug(scope: WriteScope, slug: string, flowId: string): Promise<void> {
  return scope.claim("slugs", slug, { flowId });
}

/** For the public page, which knows nothing but the slug. */
export function findSlug(db: Database, slug: string): Promise<SlugRow | null> {
  return db.shared<SlugRow>("slugs").findOne({ _id: { $eq: slug } }, { maxTimeMS: 5000 });
}

/** @throws Refusal slug_taken with free ones. The check only informs; what decides is the index. */
export async function refuseTaken(db: Database, slug: string): Promise<void> {
  if (await findSlug(db, slug)) throw await takenSlug(db, slug);
}

/** The refusal for a slug that is known to be taken. */
export async function takenSlug(db: Database, slug: string): Promise<Error> {
  const candidates = slugCandidates(slug, new Date().getUTCFullYear());
  const rows = await db
    .shared<SlugRow>("slugs")
    .find({ _id: { $in: candidates } }, { projection: { _id: 1 }, maxTimeMS: 5000 })
    .toArray();
  const taken = new Set(rows.map(({ _id }) => _id));
  return slugTaken(
    slug,
    candidates.filter((candidate) => !taken.has(candidate)),
  );
}
