import { createHash } from "node:crypto";
import type { JsonObject } from "@bufbuild/protobuf";
import { hasScope } from "@tenant-ops/kit/call";
import { Refusal } from "@tenant-ops/kit/errors";
import { toCanonicalJson } from "@tenant-ops/kit/texts";
import type { CatalogTool } from "@tenant-ops/proto";
import type { ApprovalNeeds, ApprovalStatus } from "@tenant-ops/rest/approvals";
import { allUsed, findRule, findWriter, type Rule } from "../policies/policies.rules.js";

// pending ─► approved ─► executed, or failed
//    │          └─────► pending: what the write replaces has changed, and people see the new preview (revision + 1)
//    └─► rejected, expired, withdrawn

export interface Decision {
  personId: string;
  decision: "approve" | "reject";
  /** Of the preview that the person saw. */
  revision: number;
  /** Of the rules that were in force. */
  policyVersion: number;
  at: Date;
  /** The answer of the passkey over the challenge of this revision: it proves who saw what. */
  proof?: { challenge: string; answer: string };
}

/** What the propose tool has answered. */
export interface Shown {
  preview: JsonObject;
  checks: { name: string; ok: boolean; detail: string }[];
  warnings: string[];
}

/** Why a write was refused. */
export interface StoredRefusal {
  code: string;
  detail: string;
  /** The numbers and names in the detail, for the words of the page. */
  values: Readonly<Record<string, string | number>>;
}

/** Who asks, as it was then. */
export interface AskedBy {
  id: string;
  kind: "key" | "connection";
  name: string;
  personId: string | null;
  /** What the agent calls itself; nobody has checked it. */
  client: string;
}

export interface Approval extends Shown {
  _id: string;
  /** The id in the proposal token, and the idempotency key of the write. */
  proposalId: string;
  tool: string;
  askedBy: AskedBy;
  /** Settings of the business for the call that writes. */
  place: { country: string; currency: string; timeZone: string };
  /** Of caller, tool and arguments: the same change again finds the approval that waits. */
  digest: string;
  /** Set while it is pending or approved. */
  isOpen: boolean;
  /** As JSON of protobuf. */
  arguments: JsonObject;
  /** Every text of arguments and preview, by which a request about a person finds this record. */
  names: Record<string, string>;
  earlierPreview: JsonObject | null;
  /** What the write replaces, as the preview shows it. */
  material: string;
  measured: number | null;
  rule: string;
  needs: ApprovalNeeds;
  status: ApprovalStatus;
  revision: number;
  decisions: Decision[];
  reason: string | null;
  suggestedArguments: JsonObject | null;
  createdAt: Date;
  /** When people were asked about the preview that is shown now. */
  requestedAt: Date;
  expiresAt: Date;
  /** Set after the last decision. */
  approvedAt: Date | null;
  endedAt: Date | null;
  /** When the write is tried next; null when there is nothing to carry out. */
  nextAttemptAt: Date | null;
  /** How often it was tried. */
  attempts: number;
  answer: JsonObject | null;
  refusal: StoredRefusal | null;
  requestId: string;
}

/** How long an approval that has ended is kept. */
export const keptDays = 30;
/** How many may wait at once in a business. */
export const openMax = 1000;

const hourMs = 3_600_000;
export const computeExpiry = ({ lapsesAfterHours }: Rule, now: Date): Date =>
  new Date(now.getTime() + lapsesAfterHours * hourMs);

export const computeDigest = (callerId: string, tool: string, given: JsonObject): string =>
  createHash("sha256")
    .update(toCanonicalJson([callerId, tool, given]))
    .digest("base64url");

/** What a passkey signs: exactly this preview under exactly these rules. */
export const computeChallenge = (
  { _id, revision, preview, checks, warnings }: Pick<Approval, "_id" | "revision" | keyof Shown>,
  policyVersion: number,
): string =>
  createHash("sha256")
    .update(toCanonicalJson({ approvalId: _id, revision, policyVersion, preview, checks, warnings }))
    .digest("base64url");

/** The number that rules compare; null for a tool without one. */
export function readMeasure({ measure }: CatalogTool, preview: JsonObject, given: JsonObject): number | null {
  const found = measure && (measure.in === "preview" ? preview : given)[measure.field];
  // A field that is 0 or absent is not in the JSON of protobuf.
  return measure ? (typeof found === "number" ? found : 0) : null;
}

const textCharactersMax = 320;
const textsMax = 2000;

/** Every text of these values that can name a person, under names without meaning. */
export function listTexts(...values: unknown[]): Record<string, string> {
  const texts = new Set<string>();
  const add = (value: unknown): void => {
    if (typeof value === "string" && value !== "" && value.length <= textCharactersMax) texts.add(value);
    else if (typeof value === "object" && value !== null) for (const one of Object.values(value)) add(one);
  };
  for (const value of values) add(value);
  return Object.fromEntries([...texts].slice(0, textsMax).map((text, index) => [`t${index}`, text]));
}

/** What a propose tool has answered, as JSON of protobuf. */
export function toShown({ preview, checks, warnings }: JsonObject): Shown {
  return {
    preview: (preview ?? {}) as JsonObject,
    checks: ((checks ?? []) as Partial<Shown["checks"][number]>[]).map(({ name = "", ok = false, detail = "" }) => ({
      ...{ name, ok, detail },
    })),
    warnings: (warnings ?? []) as string[],
  };
}

function withoutProof(given: Decision): Decision {
  const { proof: _, ...decision } = given;
  return decision;
}

/** What an erasure leaves of an approval about the person: that there was one, and how it has ended. */
export const erased = (approval: Approval, now: Date): Partial<Approval> => ({
  ...(approval.status === "pending" && ended("withdrawn", now)),
  ...{ arguments: {}, names: {}, preview: {}, earlierPreview: null, checks: [], warnings: [], material: "" },
  ...{ answer: null, reason: null, suggestedArguments: null },
  refusal: approval.refusal && { ...approval.refusal, detail: "", values: {} },
  // A signature over what is not there any more proves nothing.
  decisions: approval.decisions.map(withoutProof),
});

const strictness: readonly ApprovalNeeds[] = ["one", "one_with_proof", "two"];

/** What people must do by the rule that has held it and by the rules of now, whichever asks for more. */
export function getNeeds({ tool, askedBy, measured, needs }: Approval, rules: readonly Rule[]): ApprovalNeeds {
  const now = findRule(rules, { tool, callerId: askedBy.id, measured }, allUsed)?.needs ?? needs;
  return strictness.indexOf(now) > strictness.indexOf(needs) ? now : needs;
}

/** Decisions about the preview that is shown now. */
export const listDecisions = ({ decisions, revision }: Pick<Approval, "decisions" | "revision">): Decision[] =>
  decisions.filter((one) => one.revision === revision);

export interface DecisionRequest {
  decision: "approve" | "reject";
  revision: number;
  policyVersion: number;
  reason?: string | undefined;
  suggestedArguments?: JsonObject | undefined;
}

export interface DecisionFacts {
  approval: Approval;
  policy: { version: number; rules: readonly Rule[] };
  personId: string;
  now: Date;
  /** Whose signature was checked; absent without one. */
  proof?: Decision["proof"] | undefined;
}

export type DecisionChange = Pick<Approval, "status" | "decisions"> & Partial<Approval>;

/** What a decision changes. @throws Refusal approval_decided, approval_changed, approval_needs_proof, approval_needs_another_person */
export function planDecision(request: DecisionRequest, facts: DecisionFacts): DecisionChange {
  const { approval, policy, personId, now, proof } = facts;
  requirePending(approval, now);
  const { revision, policyVersion } = request;
  if (revision !== approval.revision || policyVersion !== policy.version)
    throw new Refusal("approval_changed", "This is not the preview and not the rules of now. Nothing was decided.");
  const own: Decision = {
    personId,
    decision: request.decision,
    revision,
    policyVersion,
    at: now,
    ...(proof && { proof }),
  };
  const decisions = [...approval.decisions, own];
  if (request.decision === "reject") {
    const { reason = null, suggestedArguments = null } = request;
    return { ...ended("rejected", now), decisions, reason, suggestedArguments };
  }
  const needs = getNeeds(approval, policy.rules);
  if (needs === "one_with_proof" && !proof)
    throw new Refusal("approval_needs_proof", "Confirm with your passkey what is shown. Nothing was decided.");
  const earlier = listDecisions(approval);
  if (earlier.some((one) => one.personId === personId))
    throw new Refusal("approval_needs_another_person", "You have approved this already. Another person has to.");
  const isComplete = earlier.length + 1 >= (needs === "two" ? 2 : 1);
  if (!isComplete) return { status: "pending", decisions };
  return { status: "approved", decisions, approvedAt: now, nextAttemptAt: now };
}

/** The scope without which a person does not approve the write of this tool: nobody approves what they could not do themselves. */
export const getScopeOf = (tool: string): string => `${findWriter(tool)?.area}:write`;

export type Waiting = Pick<Approval, "_id" | "tool" | "askedBy" | "requestedAt" | "revision" | "decisions">;

/** Those of the pending ones that this person may decide and has not, the one that was asked for last first. */
export const selectWaiting = (
  pending: readonly Waiting[],
  { personId, scopes }: { personId: string; scopes: readonly string[] },
): Waiting[] =>
  pending
    .filter(({ tool }) => hasScope({ scopes }, getScopeOf(tool)))
    .filter((one) => listDecisions(one).every((decision) => decision.personId !== personId))
    .toSorted((one, other) => other.requestedAt.getTime() - one.requestedAt.getTime());

/** @throws Refusal approval_decided */
export function requirePending({ status, expiresAt }: Approval, now: Date): void {
  if (status === "pending" && expiresAt > now) return;
  const state = status === "pending" ? "expired" : status;
  throw new Refusal("approval_decided", `This cannot be decided any more: it is ${state}.`);
}

/** The fields of an approval that ends in this way. */
export const ended = (status: ApprovalStatus, endedAt: Date) => ({
  ...{ status, endedAt, isOpen: false },
  nextAttemptAt: null,
});

/** How an attempt to carry it out has ended. */
export type Outcome =
  | { kind: "done"; answer: JsonObject }
  | { kind: "changed"; shown: Shown; material: string; measured: number | null }
  | { kind: "refused"; refusal: StoredRefusal }
  | { kind: "unanswered" };

/** How an attempt has ended that has thrown this. */
export function toFailedOutcome(error: unknown): Outcome {
  // `unauthorized` is about this process, whose clock or key is wrong, and not about the write.
  if (!(error instanceof Refusal) || error.retryable || error.code === "unauthorized") return { kind: "unanswered" };
  const { code, detail, problems } = error;
  const values = problems.find(({ rule }) => rule === code)?.values ?? {};
  return { kind: "refused", refusal: { code, detail, values } };
}

const retryAfterMs = [1000, 2000, 5000, 15_000, 60_000];
/** Stored answers are kept for a day: later, a repeat could write a second time. */
const triedForMs = 20 * hourMs;

/** What the outcome of an attempt changes. @param attempts before this one */
export function planOutcome(approval: Approval, outcome: Outcome, attempts: number, now: Date): Partial<Approval> {
  switch (outcome.kind) {
    case "done":
      return { ...ended("executed", now), answer: outcome.answer };
    case "refused":
      return { ...ended("failed", now), refusal: outcome.refusal };
    case "changed": {
      const { shown, material, measured } = outcome;
      const names = listTexts(approval.arguments, shown.preview);
      const again = {
        status: "pending" as const,
        requestedAt: now,
        revision: approval.revision + 1,
        approvedAt: null,
        nextAttemptAt: null,
      };
      return { ...again, ...shown, material, measured, names, earlierPreview: approval.preview };
    }
    case "unanswered": {
      const since = approval.approvedAt ?? now;
      if (now.getTime() - since.getTime() > triedForMs) {
        const detail =
          "Its service has not answered for 20 hours, so it is not known whether it was done. Look at the records.";
        return { ...ended("failed", now), refusal: { code: "service_unavailable", detail, values: {} } };
      }
      const waitMs = retryAfterMs[Math.min(attempts, retryAfterMs.length - 1)] ?? 0;
      return { nextAttemptAt: new Date(now.getTime() + waitMs) };
    }
  }
}

/** After how many seconds it is of use to ask again: people need longer the longer they have needed. 0: never. */
export function getAskAgainSeconds({ status, createdAt }: Approval, now: Date): number {
  if (status === "approved") return 1;
  if (status !== "pending") return 0;
  const minutes = (now.getTime() - createdAt.getTime()) / 60_000;
  if (minutes < 2) return 10;
  return minutes < 15 ? 60 : 300;
}

/** The status that callers see: one whose time is over has expired, also when no process has noticed. */
export const getStatus = ({ status, expiresAt }: Pick<Approval, "status" | "expiresAt">, now: Date): ApprovalStatus =>
  status === "pending" && expiresAt <= now ? "expired" : status;

/** The sentence for the agent about an approval that has ended without a write. */
export function describeEnd(approval: Approval, status: ApprovalStatus): string {
  const { reason, suggestedArguments, refusal, expiresAt } = approval;
  switch (status) {
    case "rejected": {
      const because = reason ? ` The reason: ${JSON.stringify(reason)}.` : "";
      const instead = suggestedArguments
        ? ` The person would agree to these arguments: ${JSON.stringify(suggestedArguments)}. Propose them when the user wants it.`
        : "";
      return `A person has rejected this. Nothing was written.${because}${instead}`;
    }
    case "expired":
      return `Nobody has decided until ${expiresAt.toISOString()}. Nothing was written.`;
    case "withdrawn":
      return "This was withdrawn before a person has decided. Nothing was written.";
    case "failed":
      return `People have approved this, and it could not be done (${refusal?.code}): ${refusal?.detail}`;
    default:
      return "";
  }
}
