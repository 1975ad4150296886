import { cutText, normalizeText } from "@tenant-ops/kit/texts";
import { type EgressAnswer, planRetry, type RetryRules } from "@tenant-ops/kit/egress";
import * as z from "zod";
import { after, bankMs, type StepEvent } from "../registrations/registration-steps.rules.js";
import type { BankValidation, Registration } from "../registrations/registrations.rules.js";

const reasonCharactersMax = 500;

/** The answer of a provider, to our request or with a callback. */
export const bankAnswerSchema = z.object({
  status: z.enum(["approved", "rejected", "pending"]),
  reason: z
    .string()
    .default("")
    .transform((text) => cutText(normalizeText(text), reasonCharactersMax)),
});
export type BankAnswer = z.infer<typeof bankAnswerSchema>;

/** Why an answer cannot be used; people see this word. */
export interface BankFailure {
  failure: string;
  code?: number;
  retryAfter?: string;
}

export function readBankAnswer(given: EgressAnswer): BankAnswer | BankFailure {
  if ("error" in given) return { failure: given.error };
  const { code, headers, body } = given;
  const retryAfter = headers["retry-after"];
  if (code < 200 || code >= 300)
    return { failure: `http_${code}`, code, ...(typeof retryAfter === "string" && { retryAfter }) };
  const parsed = bankAnswerSchema.safeParse(parseJson(body));
  return parsed.success ? parsed.data : { failure: "bad_answer" };
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return undefined;
  }
}

/** What to store after an attempt, for a registration that waits for its bank. */
export type BankDecision =
  | { kind: "decided"; event: Extract<StepEvent, "bank_approved" | "bank_rejected">; bank: BankValidation }
  /** The next attempt, or the end of waiting for a callback. */
  | { kind: "later"; dueAt: Date; bank: BankValidation }
  | { kind: "failed"; bank: BankValidation };

/** @param attempt how many attempts were made, including this one and those that a crash has interrupted */
export function decideAfterAttempt(
  before: BankValidation,
  attempt: number,
  result: BankAnswer | BankFailure,
  rules: RetryRules,
): BankDecision {
  const { nextAt: _, lastFailure: __, ...kept } = before;
  const bank = { ...kept, attempts: attempt, lastAttemptAt: rules.now };
  if ("status" in result) return decideByAnswer(bank, result, rules.now);
  const lastFailure = result.failure;
  const dueAt = planRetry(attempt, result, rules);
  if (dueAt) return { kind: "later", dueAt, bank: { ...bank, status: "sending", lastFailure, nextAt: dueAt } };
  return { kind: "failed", bank: { ...bank, status: "failed", lastFailure } };
}

/** What to store after a callback: the provider has decided, or says that it is working on it. */
export function decideAfterCallback(before: BankValidation, answer: BankAnswer, now: Date): BankDecision {
  const { nextAt: _, lastFailure: __, ...kept } = before;
  return decideByAnswer(kept, answer, now);
}

function decideByAnswer(kept: BankValidation, { status, reason }: BankAnswer, now: Date): BankDecision {
  if (status !== "pending") return { kind: "decided", event: `bank_${status}`, bank: { ...kept, status, reason } };
  const dueAt = after(now, bankMs);
  return { kind: "later", dueAt, bank: { ...kept, status: "waiting", reason, nextAt: dueAt } };
}

/** For a registration without an answer in time, or whose flow has no bank provider any more. */
export function giveUp(before: BankValidation, lastFailure: string): BankDecision {
  const { nextAt: _, ...kept } = before;
  return { kind: "failed", bank: { ...kept, status: "failed", lastFailure } };
}

/** Whether a callback repeats what is known already. */
export function isKnownAlready({ bank }: Pick<Registration, "bank">, { status }: BankAnswer): boolean {
  return bank?.status === (status === "pending" ? "waiting" : status);
}
