import type { FlowSentenceCode, FlowSentenceParams, FlowSentenceValues } from "@tenant-ops/rest/flow-sentences";

/** A sentence for a person: the text in English, and what another language needs. */
export interface Sentence {
  code: FlowSentenceCode;
  params: FlowSentenceValues;
  detail: string;
}

type Writer<Code extends FlowSentenceCode> = (params: FlowSentenceParams<Code>) => string;

const testFirst = "Make a test run in the console before you share the link.";

const english: { [Code in FlowSentenceCode]: Writer<Code> } = {
  questions_asked: ({ count, required }) => `The page asks ${count} questions, ${required} of them required.`,
  question_type_unknown: ({ question, type }) => `"${question}" is of the unknown type ${type}; it is asked as text.`,
  question_without_choices: ({ question }) =>
    `"${question}" is a select without choices and is asked as text. Give the choices as S|M|L in placeholder.`,
  redirect_works: ({ type }) => `Visitors go to ${type === "url" ? "an address" : `the ${type}`} after registering.`,
  target_inactive: ({ type }) =>
    `The ${type} ${describeInactive(type)}. Until it is, visitors see a thank-you page instead of it.`,
  target_missing: ({ type }) => `The ${type} does not exist any more. Visitors see a thank-you page instead of it.`,
  target_unknown: ({ type }) =>
    `Whether the ${type} is active could not be checked, because its service does not answer.`,
  additional_redirects_unused: () => "There are no additional redirects; all visitors go to the main one.",
  additional_redirects_work: ({ count }) => `Additional redirects that are tried before the main one: ${count}.`,
  additional_redirect_never_used: ({ place, question }) =>
    `Additional redirect ${place} is never used: its condition asks for "${question}", which has no such answer.`,
  additional_redirect_hides_others: ({ place }) =>
    `Additional redirect ${place} has no condition, so those after it are used only while it is not active.`,
  additional_target_inactive: ({ place, type }) =>
    `Additional redirect ${place}: the ${type} ${describeInactive(type)}. Visitors go to the next one that matches.`,
  additional_target_missing: ({ place, type }) =>
    `Additional redirect ${place}: the ${type} does not exist any more. Visitors go to the next one that matches.`,
  documents_linked: ({ count }) => `Documents that the page links: ${count}.`,
  documents_missing_for_draw: ({ kinds }) =>
    `The page links no ${listKinds(kinds)}; a page that leads to a draw usually needs it.`,
  documents_missing_for_personal_data: ({ kinds }) =>
    `The page links no ${listKinds(kinds)}; a page that asks for personal data usually needs it.`,
  bank_validation_unused: () => "The flow does not require bank validation.",
  bank_validation_ready: () => "The bank validates registrations before they are complete.",
  bank_validation_missing: () =>
    "Bank validation is required, and it is not set up or is off: visitors register without it.",
  bank_provider_missing: () =>
    "Bank validation is required: until it is set up in the console, visitors register without it.",
  visitor_proof_missing: ({ authType }) =>
    `Visitors register without proof of who they are: no provider is configured for ${authType}.`,
  visitor_proof_set: ({ methods }) => `Visitors prove who they are before the form: ${listMethodNames(methods)}.`,
  visitor_proof_partly_set: ({ methods }) =>
    `The flow allows both ways to prove who visitors are, and only one is set up: ${listMethodNames(methods)}.`,
  visitor_codes_fail: () =>
    "Codes cannot be sent over WhatsApp, so visitors cannot register. Settings, Visitor sign-in says why.",
  visitor_codes_untested: () =>
    "No code was sent over WhatsApp yet with the present settings. Send a test under Settings, Visitor sign-in.",
  test_run_passed: () => "The last test run has passed.",
  test_run_missing: () => `The flow was not tested from beginning to end. ${testFirst}`,
  test_run_failed: () => `The last test run of the flow failed. ${testFirst}`,
  test_run_outdated: () => `The flow was changed after its last test run. ${testFirst}`,
  page_online: () => "The page is online.",
  page_offline: () => "The page is offline; activate the flow.",
  visitor_limits_nearly_used: ({ limits }) =>
    `Visitors have used 80 % or more of what they may send in 24 hours: ${listLimits(limits)}. At the limit they have to come back later.`,
  test_page_shown: () => "The page was shown.",
  test_page_changed: () => "The flow was changed after the page was shown: open the page again, and send the form.",
  test_page_not_shown: () => "The form was sent without the page having been shown.",
  test_proof_not_needed: () => "Visitors are asked for no proof.",
  test_proof_skipped: ({ methods }) =>
    `Visitors prove who they are before the form (${listMethodNames(methods)}); a test run skips it and sends no code.`,
  test_answers_accepted: () => "The answers were accepted.",
  test_acceptance_not_needed: () => "No document has to be accepted.",
  test_documents_accepted: ({ count }) => `Documents that were accepted: ${count}.`,
  test_bank_approved: () => "The bank validation approves the test registration.",
  test_bank_rejected: () => "The bank validation rejects the test registration.",
  test_bank_pending: () => "The bank validation decides later about the test registration.",
  test_bank_failed: ({ failure }) => `The bank validation gave no answer that can be used: ${failure}.`,
  test_redirect_found: ({ type }) => `The visitor would be sent to the ${type} target.`,
  test_redirect_missing: () => "No target is active, so the visitor would see a thank-you page.",
};

/** Writes the sentence with this code. Its parameters are part of the contract (`flowSentences`). */
export function say<Code extends FlowSentenceCode>(
  code: Code,
  ...[params]: keyof FlowSentenceParams<Code> extends never ? [] : [FlowSentenceParams<Code>]
): Sentence {
  const values = (params ?? {}) as FlowSentenceParams<Code>;
  return { code, params: { ...values }, detail: english[code](values) };
}

/** The English texts alone, as tools show them. */
export const toTexts = (sentences: readonly Sentence[]): string[] => sentences.map(({ detail }) => detail);

const describeInactive = (type: string) => (type === "course" ? "is not published" : "is not active");

const kindNames: Readonly<Record<string, string>> = {
  terms: "terms",
  privacy: "privacy notice",
  permit: "permit of the draw",
};

const listKinds = (kinds: readonly string[]) => kinds.map((kind) => kindNames[kind] ?? kind).join(", ");

const limitNames: Readonly<Record<string, string>> = {
  registrations: "registrations",
  bytes: "files",
  codes: "codes",
  codes_of_strangers: "codes for new phones",
};

const listLimits = (limits: readonly string[]) => limits.map((limit) => limitNames[limit] ?? limit).join(", ");

const methodNames: Readonly<Record<string, string>> = {
  whatsapp: "a code over WhatsApp",
  identity_provider: "an account at the identity provider",
};

const listMethodNames = (methods: readonly string[]) =>
  methods.map((method) => methodNames[method] ?? method).join(", ");
