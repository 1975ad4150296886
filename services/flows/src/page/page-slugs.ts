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

/** Address of a record in the web console. Flow pages, roulettes and courses have their public addresses there. */
export function buildConsoleUrl(consoleUrl: string, type: "roulette" | "course" | "flow", id: string): string {
  return `${consoleUrl}/${type}/${encodeURIComponent(id)}`;
}

/** Whose flow it is, and where its page is served. */
export interface FlowUrlContext {
  consoleUrl: string;
  businessId: string;
}

/** Public address of the page of a flow. */
export function buildFlowUrl({ consoleUrl, businessId }: FlowUrlContext, slug: string): string {
  return buildConsoleUrl(consoleUrl, "flow", toPageSlug(businessId, slug));
}
