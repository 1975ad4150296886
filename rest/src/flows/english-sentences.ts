import { fillTemplate, readSentence, type TemplateSentence } from "@tenant-ops/kit/texts";
import type { FlowSentenceCode, FlowSentenceValues } from "./sentences.js";

/** The texts in English. `{target}` and `{state}` are made from the parameter `type`. */
const templates: Readonly<Record<FlowSentenceCode, string>> = {
  questions_asked: "The page asks {#count} questions, {#required} of them required.",
  question_type_unknown: '"{question}" is of the unknown type {type}; it is asked as text.',
  question_without_choices:
    '"{question}" is a select without choices and is asked as text. Give the choices as S|M|L in placeholder.',
  redirect_works: "Visitors go to {target} after registering.",
  target_inactive: "The {type} is not {state}. Until it is, visitors see a thank-you page instead of it.",
  target_missing: "The {type} does not exist any more. Visitors see a thank-you page instead of it.",
  target_unknown: "Whether the {type} is active could not be checked, because its service does not answer.",
  additional_redirects_unused: "There are no additional redirects; all visitors go to the main one.",
  additional_redirects_work: "Additional redirects that are tried before the main one: {#count}.",
  additional_redirect_never_used:
    'Additional redirect {#place} is never used: its condition asks for "{question}", which has no such answer.',
  additional_redirect_hides_others:
    "Additional redirect {#place} has no condition, so those after it are used only while it is not active.",
  additional_target_inactive:
    "Additional redirect {#place}: the {type} is not {state}. Visitors go to the next one that matches.",
  additional_target_missing:
    "Additional redirect {#place}: the {type} does not exist any more. Visitors go to the next one that matches.",
  documents_linked: "Documents that the page links: {#count}.",
  documents_missing_for_draw: "The page links no {kinds}; a page that leads to a draw usually needs it.",
  documents_missing_for_personal_data:
    "The page links no {kinds}; a page that asks for personal data usually needs it.",
  bank_validation_unused: "The flow does not require bank validation.",
  bank_validation_ready: "The bank validates registrations before they are complete.",
  bank_validation_missing: "Bank validation is required, and it is not set up or is off: visitors register without it.",
  bank_provider_missing:
    "Bank validation is required: until it is set up in the console, visitors register without it.",
  visitor_proof_missing: "Visitors register without proof of who they are: no provider is configured for {authType}.",
  visitor_proof_set: "Visitors prove who they are before the form: {methods}.",
  visitor_proof_partly_set: "The flow allows both ways to prove who visitors are, and only one is set up: {methods}.",
  visitor_codes_fail:
    "Codes cannot be sent over WhatsApp, so visitors cannot register. Settings, Visitor sign-in says why.",
  visitor_codes_untested:
    "No code was sent over WhatsApp yet with the present settings. Send a test under Settings, Visitor sign-in.",
  test_run_passed: "The last test run has passed.",
  test_run_missing:
    "The flow was not tested from beginning to end. Make a test run in the console before you share the link.",
  test_run_failed: "The last test run of the flow failed. Make a test run in the console before you share the link.",
  test_run_outdated:
    "The flow was changed after its last test run. Make a test run in the console before you share the link.",
  page_online: "The page is online.",
  page_offline: "The page is offline; activate the flow.",
  visitor_limits_nearly_used:
    "Visitors have used 80 % or more of what they may send in 24 hours: {limits}. At the limit they have to come back later.",
  test_page_shown: "The page was shown.",
  test_page_changed: "The flow was changed after the page was shown: open the page again, and send the form.",
  test_page_not_shown: "The form was sent without the page having been shown.",
  test_proof_not_needed: "Visitors are asked for no proof.",
  test_proof_skipped: "Visitors prove who they are before the form ({methods}); a test run skips it and sends no code.",
  test_answers_accepted: "The answers were accepted.",
  test_acceptance_not_needed: "No document has to be accepted.",
  test_documents_accepted: "Documents that were accepted: {#count}.",
  test_bank_approved: "The bank validation approves the test registration.",
  test_bank_rejected: "The bank validation rejects the test registration.",
  test_bank_pending: "The bank validation decides later about the test registration.",
  test_bank_failed: "The bank validation gave no answer that can be used: {failure}.",
  test_redirect_found: "The visitor would be sent to the {type} target.",
  test_redirect_missing: "No target is active, so the visitor would see a thank-you page.",
};

/** Names of the values in lists. */
const names: Readonly<Record<string, string>> = {
  terms: "terms",
  privacy: "privacy notice",
  permit: "permit of the draw",
  registrations: "registrations",
  bytes: "files",
  codes: "codes",
  codes_of_strangers: "codes for new phones",
  whatsapp: "a code over WhatsApp",
  identity_provider: "an account at the identity provider",
};

const codes = new Map(Object.entries(names).map(([code, name]) => [name, code]));

export function writeEnglish(code: FlowSentenceCode, params: FlowSentenceValues): TemplateSentence {
  const { type, ...others } = params;
  const texts = Object.entries(others).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.map((one) => names[one] ?? one).join(", ") : value,
  ]);
  const values: Record<string, string | number> = Object.fromEntries(texts);
  if (type !== undefined) {
    const target = type === "url" ? "an address" : `the ${type}`;
    Object.assign(values, { type, target, state: type === "course" ? "published" : "active" });
  }
  return fillTemplate(templates[code], values) as TemplateSentence;
}

/** The sentence of which this is the English text. */
export function readEnglish(text: string): { code: FlowSentenceCode; params: FlowSentenceValues } | undefined {
  const found = readSentence(templates, text);
  if (!found) return undefined;
  const { target, state: _, ...values } = found.values;
  const params = Object.entries(values).map(([name, value]) => [
    name,
    lists.has(name)
      ? String(value)
          .split(", ")
          .map((one) => codes.get(one) ?? one)
      : value,
  ]);
  const type = target === "an address" ? "url" : String(target).replace(/^the /, "");
  return { code: found.code, params: { ...Object.fromEntries(params), ...(target !== undefined && { type }) } };
}

const lists: ReadonlySet<string> = new Set(["kinds", "limits", "methods"]);
