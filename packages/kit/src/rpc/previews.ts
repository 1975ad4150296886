import { invalid } from "../errors/refusal.js";

/** One check of a preview. A check that fails only informs; what forbids the write is a refusal. */
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

/** Trims the text. @throws Refusal invalid_argument when nothing is left */
export function requireText(field: string, given: string): string {
  const text = given.trim();
  if (text === "") throw invalid(field, "is blank.");
  return text;
}
