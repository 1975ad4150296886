import { invalid } from "../errors/refusal.js";

/** One thing that was looked at for a preview. What must not be is a refusal; a check that fails only informs. */
export interface PreviewCheck {
  name: string;
  ok: boolean;
  detail: string;
}

/** What a preview tells a person beside the plan itself. */
export interface PreviewReview {
  checks: PreviewCheck[];
  warnings: string[];
}

/** Without the blanks around it. @throws Refusal invalid_argument when nothing is left */
export function requireText(field: string, given: string): string {
  const text = given.trim();
  if (text === "") throw invalid(field, "is blank.");
  return text;
}
