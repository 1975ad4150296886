import * as z from "zod";

/** The values in sentences. A name has one type in all of them, so that clients of every language can declare it. */
const values = z
  .strictObject({
    count: z.int(),
    required: z.int(),
    place: z.int().describe("Of an additional redirect, from 1."),
    question: z.string(),
    type: z.string(),
    authType: z.string(),
    failure: z.string(),
    kinds: z.array(z.string()),
    limits: z.array(z.string()),
    methods: z.array(z.string()),
  })
  .partial()
  .meta({
    id: "FlowSentenceValues",
    description: "The values in the sentence. Which ones there are follows from its code.",
  });

/** The values of any sentence. */
export type FlowSentenceValues = z.infer<typeof values>;

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
  visitor_limits_nearly_used: ["limits"],
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
} as const satisfies Record<string, readonly (keyof FlowSentenceValues)[]>;

export type FlowSentenceCode = keyof typeof flowSentences;

/** The values of the sentence with this code. */
export type FlowSentenceParams<Code extends FlowSentenceCode> = Readonly<
  Required<Pick<FlowSentenceValues, (typeof flowSentences)[Code][number]>>
>;

const codes = Object.keys(flowSentences) as FlowSentenceCode[];

/** The fields of a sentence. Spread them into the record that it is about. */
export const sentenceFields = {
  code: z.enum(codes).describe("Stays the same in every language. New ones may be added."),
  params: values,
  detail: z.string().describe("One sentence for a person, in English."),
};
