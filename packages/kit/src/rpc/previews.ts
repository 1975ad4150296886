import { invalid } from "../errors/refusal.js";
import { normalizeLines, normalizeText } from "../texts/index.js";

/** One check of a preview. A failed check only informs; a write that is not allowed is refused. */
export interface PreviewCheck {
  name: string;
  ok: boolean;
  detail: string;
}

/** What a preview says in addition to the plan. */
export interface PreviewReview {
  checks: PreviewCheck[];
  warnings: string[];
}

/**
 * Two records of a business may have the same name (two sizes, two suppliers), so an existing name is a warning and not a
 * refusal.
 * @param noun what the record is called, such as "product"
 * @param sameName a record of the business that already has this name
 */
export function reviewName(noun: string, sameName: { _id: string } | null): PreviewReview {
  const article = /^[aeiou]/.test(noun) ? "An" : "A";
  const exists = `${article} ${noun} of this name exists`;
  const detail = sameName ? `${exists}.` : `No ${noun} has this name.`;
  const warnings = sameName ? [`${exists}: ${sameName._id}. Use it unless you mean a second one.`] : [];
  return { checks: [{ name: "name_is_new", ok: sameName === null, detail }], warnings };
}

export function joinReviews(...reviews: readonly PreviewReview[]): PreviewReview {
  return { checks: reviews.flatMap(({ checks }) => checks), warnings: reviews.flatMap(({ warnings }) => warnings) };
}

/** The text of one line as it is stored. @throws Refusal invalid_argument when nothing of it can be seen */
export const requireText = (field: string, given: string): string => requireVisible(field, normalizeText(given));

/** The same for a text of several lines. */
export const requireLines = (field: string, given: string): string => requireVisible(field, normalizeLines(given));

function requireVisible(field: string, text: string): string {
  if (text === "") throw invalid(field, "is blank.", "blank");
  return text;
}
