import type { Entered } from "../registrations/registrations.types.js";
import type { Sentence } from "../questions/fields.types.js";

/** The parts of the journey that a test run checks, in their order. */
export const testStepNames = ["page", "proof", "answers", "documents", "bankValidation", "redirect"] as const;
export type TestStepName = (typeof testStepNames)[number];

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
