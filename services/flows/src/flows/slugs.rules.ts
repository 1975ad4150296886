import { conflict, quote, type Refusal, refused } from "@tenant-ops/kit/errors";
import { sandboxPageBeginning, slugCharactersMax } from "../page/page-slugs.js";

/** Words that visitors would mistake for a part of the service, such as our own paths. */
const reservedSlugs = new Set(
  `about account admin api app assets auth bank-provider bank-validations callback campaign campaigns console course courses daily-counts dashboard docs download edit
   error event events favicon-ico flow flows health healthz help home index learning legal livez login logout mcp me
   metrics new null oauth preview privacy public readyz register registration robots-txt roulette roulettes root security
   service settings signin signup sitemap-xml static statistics status supply support survey surveys targets terms test
   tests token undefined url user users v1 v2 visitor-sign-in webhook webhooks well-known www`.split(/\s+/),
);

/** @throws Refusal slug_reserved */
export function requireUnreservedSlug(slug: string): void {
  if (slug.startsWith(sandboxPageBeginning)) {
    throw refused(
      "slug_reserved",
      `A slug does not begin with ${sandboxPageBeginning}: only pages of sandboxes do.`,
      { slug },
      "slug",
    );
  }
  if (!reservedSlugs.has(slug)) return;
  // The country is put in front, because `test-mx` would be refused as well.
  throw refused(
    "slug_reserved",
    `The slug ${quote(slug)} is a reserved word. Add a word, as in ${quote(`mx-${slug}`)}.`,
    { slug },
    "slug",
  );
}

/** Slugs to try when `slug` is taken, the most natural first. */
export function suggestSlugs(slug: string, year: number): string[] {
  const endings = ["2", "3", String(year), "4", "5", `${year}-2`, "new", "online", "6", "7"];
  return endings.map((ending) => {
    const kept = slugCharactersMax - ending.length - 1;
    return `${slug.slice(0, kept).replace(/-+$/, "")}-${ending}`;
  });
}

/** The sentence does not tell which business has the slug. */
export function slugTaken(slug: string, free: readonly string[]): Refusal {
  const named = free.slice(0, 3).join(", ");
  const hint = free.length > 0 ? ` Free at this moment: ${named}.` : " Choose another one.";
  const detail = `The slug ${quote(slug)} is taken; slugs are unique everywhere.${hint}`;
  return conflict("slug_taken", detail, { slug, free: named }, "slug");
}
