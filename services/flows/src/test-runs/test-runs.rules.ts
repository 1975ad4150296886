import { createHash, timingSafeEqual } from "node:crypto";
import { notFound } from "@tenant-ops/kit/errors";
import type { BankAnswer, BankFailure } from "../bank/bank-outcomes.rules.js";
import type { Flow, FlowSettings, LastTestRun } from "../flows/flows.rules.js";
import type { SignInMethod } from "../providers/providers.rules.js";
import { say, type Sentence } from "../questions/sentences.rules.js";
import type { Entered } from "../registrations/registrations.rules.js";

/** The parts of the journey that a test run checks, in their order. */
export type TestStepName = "page" | "proof" | "answers" | "documents" | "bankValidation" | "redirect";

/** `skipped`: visitors have this step, and a test run leaves it out. `unused`: visitors do not have it. */
export type TestStepState = "passed" | "failed" | "skipped" | "unused";

export interface TestStep extends Sentence {
  name: TestStepName;
  state: TestStepState;
}

/** The result of the last form of a test run. */
export interface TestResult {
  at: Date;
  passed: boolean;
  steps: TestStep[];
  /** Marked as a test and stored here alone: it is in no list of registrations, in no counter and in no event. */
  registration: Entered & { isTest: true };
  /** Where the visitor would be sent; empty for a thank-you page. */
  address: string;
  /** Hash of the settings with which the page was shown; see `computeSettingsHash`. */
  settingsHash: string;
}

/** A journey through a flow that is counted nowhere, over a link with a secret. It works for inactive flows too. */
export interface TestRun {
  _id: string;
  flowId: string;
  slug: string;
  /** SHA-256 of the secret in the link. */
  secretHash: string;
  linkExpiresAt: Date;
  /** When the page was shown first. */
  openedAt?: Date;
  /** Hash of the settings with which the page was shown last. */
  shownHash?: string;
  result?: TestResult;
  createdAt: Date;
  createdBy: string;
  /** When MongoDB deletes it. */
  expiresAt: Date;
}

/** Whether the last test run passed, and whether it is valid for the present settings of the flow. */
export type TestState = "missing" | "failed" | "outdated" | "passed";

export const linkMs = 60 * 60 * 1000;
/** How long a result is kept after its last form. The flow keeps its outcome longer. */
export const resultMs = 30 * 24 * 60 * 60 * 1000;

const tokenPattern = /^(tst_[0-9a-z]{26})\.([A-Za-z0-9_-]{43})$/;

/** The part of a link that names a test run and proves that it was given out. */
export function formatToken(testRunId: string, secret: string): string {
  return `${testRunId}.${secret}`;
}

export function parseToken(token: string): { testRunId: string; secret: string } | undefined {
  const [, testRunId, secret] = tokenPattern.exec(token) ?? [];
  return testRunId && secret ? { testRunId, secret } : undefined;
}

export function hashSecret(secret: string): string {
  return createHash("sha256").update(secret).digest("base64url");
}

/** Whether a link of this test run may be used now. */
export function isLinkValid({ secretHash, linkExpiresAt }: TestRun, secret: string, now: Date): boolean {
  return timingSafeEqual(Buffer.from(secretHash), Buffer.from(hashSecret(secret))) && linkExpiresAt > now;
}

/** The settings of a flow together with its documents: everything that a visitor's way through it depends on. */
type Journey = FlowSettings & Pick<Flow, "documents">;

/** Changes when a setting of the journey changes. Whether the flow is active is no part of it. */
export function computeSettingsHash(settings: Journey): string {
  const { name, registrationFields, redirect, additionalRedirects = [], authType, isBankProviderRequired } = settings;
  const { source, medium, campaign, content } = settings;
  const { documents = [] } = settings;
  const journey = [
    name,
    registrationFields,
    redirect,
    additionalRedirects,
    authType,
    isBankProviderRequired,
    documents,
  ];
  return createHash("sha256")
    .update(JSON.stringify([...journey, source, medium, campaign, content]))
    .digest("base64url");
}

/** What the result of a test run depends on besides the answers. */
interface TestCircumstances {
  /** How visitors prove who they are; a test run skips it. */
  methods: readonly SignInMethod[];
  /** Undefined when no target is active. */
  address: string | undefined;
  /** Undefined when the bank is not asked. */
  bank: BankAnswer | BankFailure | undefined;
  at: Date;
}

/** The result of a form whose answers were accepted. */
export function planTestResult(
  testRun: TestRun,
  flow: Journey,
  registration: TestResult["registration"],
  { methods, address, bank, at }: TestCircumstances,
): TestResult {
  const { type } = registration.redirect;
  const settingsHash = computeSettingsHash(flow);
  const steps: TestStep[] = [
    toPageStep(testRun, settingsHash),
    methods.length > 0
      ? { name: "proof", state: "skipped", ...say("test_proof_skipped", { methods: [...methods] }) }
      : { name: "proof", state: "unused", ...say("test_proof_not_needed") },
    { name: "answers", state: "passed", ...say("test_answers_accepted") },
    toDocumentStep(registration),
    ...(bank ? [toBankStep(bank)] : []),
    address
      ? { name: "redirect", state: "passed", ...say("test_redirect_found", { type }) }
      : { name: "redirect", state: "failed", ...say("test_redirect_missing") },
  ];
  const passed = steps.every(({ state }) => state !== "failed");
  return { at, passed, steps, registration, address: address ?? "", settingsHash: testRun.shownHash ?? settingsHash };
}

/** A form of the page as it was before a change tests nothing of the flow as it is. */
function toPageStep({ openedAt, shownHash }: TestRun, settingsHash: string): TestStep {
  if (!openedAt) return { name: "page", state: "failed", ...say("test_page_not_shown") };
  if (shownHash !== settingsHash) return { name: "page", state: "failed", ...say("test_page_changed") };
  return { name: "page", state: "passed", ...say("test_page_shown") };
}

/** The provider was asked with a request that is marked as a test. */
function toBankStep(bank: BankAnswer | BankFailure): TestStep {
  const name = "bankValidation";
  if ("failure" in bank) return { name, state: "failed", ...say("test_bank_failed", { failure: bank.failure }) };
  const { status } = bank;
  return { name, state: status === "rejected" ? "failed" : "passed", ...say(`test_bank_${status}`) };
}

function toDocumentStep({ acceptedDocuments = [] }: TestResult["registration"]): TestStep {
  const name = "documents";
  const count = acceptedDocuments.length;
  if (count === 0) return { name, state: "unused", ...say("test_acceptance_not_needed") };
  return { name, state: "passed", ...say("test_documents_accepted", { count }) };
}

/** @param last of the stored flow; undefined when it never had a test run */
export function getTestState(last: LastTestRun | undefined, settings: Journey): TestState {
  if (!last) return "missing";
  if (last.settingsHash !== computeSettingsHash(settings)) return "outdated";
  return last.passed ? "passed" : "failed";
}

/** Warnings about the test run before a flow is put online. */
export function testRunWarnings(state: TestState): Sentence[] {
  return state === "passed" ? [] : [say(`test_run_${state}`)];
}

export type TestRunStatus = "open" | "expired" | "passed" | "failed";

export function getTestRunStatus({ result, linkExpiresAt }: TestRun, now: Date): TestRunStatus {
  if (result) return result.passed ? "passed" : "failed";
  return linkExpiresAt > now ? "open" : "expired";
}

/** @throws Refusal test_run_not_found */
export function requireTestRun(testRun: TestRun | null, id: string, { slug }: Flow): TestRun {
  if (!testRun) throw notFound("test_run", id, { listWith: `GET /v1/public/flows/${slug}/test-runs` });
  return testRun;
}
