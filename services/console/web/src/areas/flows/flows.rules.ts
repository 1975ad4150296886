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
