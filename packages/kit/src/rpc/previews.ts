import { invalid } from "../errors/refusal.js";
import { sharedSentences as sentences } from "@tenant-ops/proto/sentences/shared";
import { normalizeLines, normalizeText, say, type TemplateSentence } from "../texts/index.js";

/** One check of a preview. A failed check only informs; a write that is not allowed is refused. */
export interface PreviewCheck {
  name: string;
  ok: boolean;
  detail: TemplateSentence;
}

/** What a preview says in addition to the plan. The people who decide about it get each sentence in their language. */
export interface PreviewReview {
  checks: PreviewCheck[];
  warnings: TemplateSentence[];
}

/**
 * Two records of a business may have the same name (two sizes, two suppliers), so an existing name is a warning and not a
 * refusal.
 * @param noun what the record is called, such as "product"
 * @param sameName a record of the business that already has this name
 */
export function reviewName(noun: string, sameName: { _id: string } | null): PreviewReview {
  const other = `${/^[aeiou]/.test(noun) ? "An" : "A"} ${noun}`;
  const detail = sameName ? say(sentences.name_exists, { noun: other }) : say(sentences.name_is_new, { noun });
  const warnings = sameName ? [say(sentences.use_the_other, { noun: other, id: sameName._id })] : [];
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

/** Whether a request changes a value of a record. The preview of one that changes nothing says so. */
export const reviewChanges = (hasChanges: boolean): PreviewCheck => ({
  name: "changes_something",
  ok: hasChanges,
  detail: say(hasChanges ? sentences.values_change : sentences.values_set),
});
