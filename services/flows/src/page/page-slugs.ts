import { createHash } from "node:crypto";
import { isSandboxId } from "@tenant-ops/kit/call";

/** Only pages of sandboxes begin with it, so no page of a live business looks like one of them. */
export const sandboxPageBeginning = "test-";
const secretCharacters = 24;

export const slugCharactersMax = 80;
/** Longest name of a page; that of a sandbox is longer than its slug. */
export const pageSlugCharactersMax = sandboxPageBeginning.length + secretCharacters + 1 + slugCharactersMax;

/**
 * The name of a flow in the path of its public page, unique among all businesses. For a live business it is the slug. A flow of a
 * sandbox takes no slug from a live business and is unlisted: its page has a name that cannot be guessed without the sandbox's id.
 */
export function toPageSlug(businessId: string, slug: string): string {
  if (!isSandboxId(businessId)) return slug;
  const secret = createHash("sha256").update(`${businessId}|${slug}`).digest("hex").slice(0, secretCharacters);
  return `${sandboxPageBeginning}${secret}-${slug}`;
}
