export const redirectTypes = ["roulette", "course", "survey", "event", "url"] as const;
export type RedirectType = (typeof redirectTypes)[number];

export const questionTypes = [
  "text",
  "textarea",
  "email",
  "phone",
  "number",
  "date",
  "select",
  "checkbox",
  "document",
] as const;

/** Which answers a condition can be about: the server accepts questions with choices. */
export const hasChoices = ({ type, placeholder, value }: { type: string; placeholder: string; value: string }) =>
  type === "checkbox" || (type === "select" && (placeholder.includes("|") || /^(country|pais)/i.test(value)));

/** Answers of a condition, as a person writes them. */
export const splitAnswers = (text: string): string[] =>
  text
    .split(",")
    .map((answer) => answer.trim())
    .filter((answer) => answer !== "");

/** Only what belongs to the type is sent: a target, or an address. */
export function toRedirectInput(redirect: { type: RedirectType; targetId: string; url: string }) {
  const { type, targetId, url } = redirect;
  return type === "url" ? { type, url } : { type, targetId };
}

/** The parts of a funnel as shares of all visits, 0 to 1. */
export function toShares(counts: readonly number[]): number[] {
  const [all = 0] = counts;
  return counts.map((count) => (all > 0 ? Math.min(1, count / all) : 0));
}

interface Step {
  name: string;
  state: "done" | "missing" | "warning" | "optional";
  code: string;
}

/** What is left to do before the link is shared. */
export function summarizeChecklist(steps: readonly Pick<Step, "state">[]): { isMissing: boolean; warnings: number } {
  const count = (state: Step["state"]) => steps.filter((step) => step.state === state).length;
  return { isMissing: count("missing") > 0, warnings: count("warning") };
}

export type FixDialog = "questions" | "redirect" | "further" | "activity";

/** Where a person completes a step: a dialog, a place of the page, or another page of the business. */
export type Fix =
  | { dialog: FixDialog }
  | { dialog?: undefined; place: string; path?: undefined }
  | { dialog?: undefined; place?: undefined; path: string };

const fixes: Readonly<Record<string, Fix>> = {
  fields: { dialog: "questions" },
  redirect: { dialog: "redirect" },
  additionalRedirects: { dialog: "further" },
  documents: { place: "#documents" },
  bankValidation: { path: "/settings/bank-validation" },
  authType: { path: "/settings/visitor-sign-in" },
  testRun: { place: "#test-run" },
  active: { dialog: "activity" },
};

/** Undefined for a step with which nothing is left to do. */
export function findFix(
  { name, state, code }: Step,
  { redirect: { type, targetId } }: { redirect: { type: RedirectType; targetId: string } },
): Fix | undefined {
  if (state === "done" || state === "optional") return undefined;
  // The target exists and only has to be switched on.
  if (name === "redirect" && code === "target_inactive") {
    if (type === "roulette") return { path: `/roulettes/${targetId}` };
    if (type === "course") return { path: `/learning/courses/${targetId}` };
  }
  return fixes[name];
}
