export type RedirectType = "roulette" | "course" | "survey" | "event" | "url";

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

const question = (text: string, value: string, type: string) => ({
  text,
  value,
  type,
  placeholder: "",
  isRequired: true,
});

/**
 * The questions of a new page. Without a way to reach them, winners could not be called. The texts are those that the server knows in the language
 * of the visitors.
 */
export const firstQuestions = [
  question("First Name", "first_name", "text"),
  question("Last Name", "last_name", "text"),
  question("Phone", "phone", "phone"),
  question("Country", "country", "select"),
];

/** A question as it is changed: with the text that the page shows, and its choices in rows. */
export interface QuestionRow {
  id: number;
  text: string;
  value: string;
  type: string;
  placeholder: string;
  isRequired: boolean;
  /** What the server calls it when the person does not change it. */
  stored: { label: string; text: string };
}

type StoredQuestion = Omit<QuestionRow, "id" | "stored">;

/** @param label what the page shows for its text */
export const toQuestionRow = ({ text, ...same }: StoredQuestion, label: string = text, id = 0): QuestionRow => ({
  ...same,
  id,
  text: label,
  stored: { label, text },
});

export const createQuestionRow = (id: number): QuestionRow => ({
  id,
  text: "",
  value: "",
  type: "text",
  placeholder: "",
  isRequired: false,
  stored: { label: "", text: "" },
});

/** A text that was not changed is sent as it is stored, so that it keeps its translations. */
export const toQuestion = ({ text, value, type, placeholder, isRequired, stored }: QuestionRow) => ({
  text: text === stored.label ? stored.text : text,
  value,
  type,
  placeholder:
    type === "select" ? joinChoices(splitChoices(placeholder).filter((choice) => choice.trim() !== "")) : placeholder,
  isRequired,
});

/** The choices of a selection as rows; empty ones stay while they are written. */
export const splitChoices = (placeholder: string): string[] => (placeholder === "" ? [] : placeholder.split("|"));

export const joinChoices = (choices: readonly string[]): string =>
  choices.map((choice) => choice.replaceAll("|", "/")).join("|");

/** The server offers the list of countries for a selection of this name without choices. */
export const isCountryList = ({ type, value, placeholder }: Pick<QuestionRow, "type" | "value" | "placeholder">) =>
  type === "select" && !placeholder.includes("|") && /^(country|pais)/i.test(value);

/** Which answers a condition can be about: the server accepts questions with choices. */
export const hasChoices = (question: Pick<QuestionRow, "type" | "value" | "placeholder">) =>
  question.type === "checkbox" ||
  (question.type === "select" && question.placeholder.includes("|")) ||
  isCountryList(question);

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

/** The steps of a funnel: each as a share of the first one, and of the one before where that has any, 0 to 1. */
export function toSteps<Step extends { count: number }>(steps: readonly Step[]) {
  const toShare = ({ count }: Step, of: Step | undefined) => (of?.count ? Math.min(1, count / of.count) : undefined);
  return steps.map((step, index) => ({
    ...step,
    share: toShare(step, steps[0]) ?? 0,
    ofBefore: toShare(step, steps[index - 1]),
  }));
}

interface Step {
  name: string;
  state: "done" | "missing" | "warning" | "optional";
  code: string;
}

const isOpen = ({ state }: Pick<Step, "state">): boolean => state === "missing" || state === "warning";

/** The steps with which something is left to do. */
export const listOpenSteps = <S extends Pick<Step, "state">>(steps: readonly S[]): S[] => steps.filter(isOpen);

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
  step: Step,
  { redirect: { type, targetId } }: { redirect: { type: RedirectType; targetId: string } },
): Fix | undefined {
  if (!isOpen(step)) return undefined;
  const { name, code } = step;
  // The target exists and only has to be switched on.
  if (name === "redirect" && code === "target_inactive") {
    if (type === "roulette") return { path: `/roulettes/${targetId}` };
    if (type === "course") return { path: `/learning/courses/${targetId}` };
  }
  return fixes[name];
}

/** An address for a page of this name: `Rifa de Año Nuevo` is `rifa-de-ano-nuevo`. */
export function proposeSlug(name: string): string {
  const plain = name.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
  const slug = plain.replaceAll(/[^a-z0-9]+/g, "-").replace(/^-/, "");
  return (/^.{0,80}/.exec(slug)?.[0] ?? "").replace(/-$/, "");
}
