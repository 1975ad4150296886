import { z } from "zod";

/**
 * The sentences about a flow that answers contain in English: their codes, which never change their meaning, and the names of their
 * parameters. The service writes the English text and the application its own ones; the compiler compares both with this list.
 */
export const flowSentences = {
  questions_asked: ["count", "required"],
  question_type_unknown: ["question", "type"],
  question_without_choices: ["question"],
  redirect_works: ["type"],
  target_inactive: ["type"],
  target_missing: ["type"],
  target_unknown: ["type"],
  additional_redirects_unused: [],
  additional_redirects_work: ["count"],
  additional_redirect_never_used: ["place", "question"],
  additional_redirect_hides_others: ["place"],
  additional_target_inactive: ["place", "type"],
  additional_target_missing: ["place", "type"],
  documents_linked: ["count"],
  documents_missing_for_draw: ["kinds"],
  documents_missing_for_personal_data: ["kinds"],
  bank_validation_unused: [],
  bank_validation_ready: [],
  bank_validation_missing: [],
  bank_provider_missing: [],
  visitor_proof_missing: ["authType"],
  visitor_proof_set: ["methods"],
  visitor_proof_partly_set: ["methods"],
  visitor_codes_fail: [],
  visitor_codes_untested: [],
  test_run_passed: [],
  test_run_missing: [],
  test_run_failed: [],
  test_run_outdated: [],
  page_online: [],
  page_offline: [],
  test_page_shown: [],
  test_page_not_shown: [],
  test_page_changed: [],
  test_proof_not_needed: [],
  test_proof_skipped: ["methods"],
  test_answers_accepted: [],
  test_acceptance_not_needed: [],
  test_documents_accepted: ["count"],
  test_bank_approved: [],
  test_bank_rejected: [],
  test_bank_pending: [],
  test_bank_failed: ["failure"],
  test_redirect_found: ["type"],
  test_redirect_missing: [],
} as const satisfies Record<string, readonly string[]>;

export type FlowSentenceCode = keyof typeof flowSentences;

/** Counts, names, and lists of names. */
export type FlowSentenceValue = string | number | string[];

/** The values of a sentence's parameters. */
export type FlowSentenceParams<Code extends FlowSentenceCode, Value = FlowSentenceValue> = Readonly<
  Record<(typeof flowSentences)[Code][number], Value>
>;

const codes = Object.keys(flowSentences) as FlowSentenceCode[];

/** The fields of a sentence. Spread them into the record that it is about. */
export const sentenceFields = {
  code: z.enum(codes).describe("Stays the same in every language. New ones may be added."),
  params: z
    .record(z.string(), z.union([z.string(), z.int(), z.array(z.string())]))
    .describe("The values in the sentence, by name."),
  detail: z.string().describe("One sentence for a person, in English."),
};
