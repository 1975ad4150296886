import { Refusal, refused, unavailable } from "@tenant-ops/kit/errors";
import { describe, expect, test } from "vitest";
import { createTestRule } from "../policies/testing.js";
import {
  computeChallenge,
  computeDigest,
  describeEnd,
  type DecisionFacts,
  erased,
  getAskAgainSeconds,
  getStatus,
  listTexts,
  planDecision,
  planOutcome,
  selectWaiting,
  toFailedOutcome,
} from "./approvals.rules.js";
import { createApproval } from "./approvals.testing.js";

const now = new Date("2026-03-02T12:00:00.000Z");
const inAnHour = new Date("2026-03-02T13:00:00.000Z");
const facts = (given: Partial<DecisionFacts> = {}): DecisionFacts => ({
  ...{ approval: createApproval(), policy: { version: 1, rules: [] }, personId: "psn_1", now },
  ...given,
});
const yes = { decision: "approve" as const, revision: 1, policyVersion: 1 };
const ruleOf = (needs: "one" | "one_with_proof" | "two") => createTestRule({ needs, lapsesAfterHours: 1 });
const unauthorized = new Refusal("unauthorized", "This call carries no valid call context.");
const proof = { challenge: "c", answer: "{}" };
const approvedBy = (personId: string, revision = 1) => ({
  ...{ personId, decision: "approve" as const, revision, policyVersion: 1, at: now },
});

describe("a decision", () => {
  test.each<[string, Partial<DecisionFacts>, Partial<typeof yes>, string]>([
    ["one yes, where one is needed", {}, {}, "approved"],
    ["the first of two", { approval: createApproval({ needs: "two" }) }, {}, "pending"],
    [
      "the second of two",
      { approval: createApproval({ needs: "two", decisions: [approvedBy("psn_2")] }) },
      {},
      "approved",
    ],
    [
      "a yes to an earlier preview does not count",
      { approval: createApproval({ needs: "two", revision: 2, decisions: [approvedBy("psn_2")] }) },
      { revision: 2 },
      "pending",
    ],
    [
      "with a passkey, where it is needed",
      { approval: createApproval({ needs: "one_with_proof" }), proof },
      {},
      "approved",
    ],
    ["rules of now ask for more", { policy: { version: 1, rules: [ruleOf("two")] } }, {}, "pending"],
    [
      "rules of now ask for less",
      { approval: createApproval({ needs: "two" }), policy: { version: 1, rules: [ruleOf("one")] } },
      {},
      "pending",
    ],
  ])("%s", (_, given, request, status) => {
    expect(planDecision({ ...yes, ...request }, facts(given)).status).toBe(status);
  });

  test.each<[string, Partial<DecisionFacts>, Partial<typeof yes>, string]>([
    ["after its time", { now: inAnHour }, {}, "approval_decided"],
    ["after another decision", { approval: createApproval({ status: "rejected" }) }, {}, "approval_decided"],
    ["about another preview", {}, { revision: 2 }, "approval_changed"],
    ["under other rules", {}, { policyVersion: 0 }, "approval_changed"],
    ["without the passkey", { approval: createApproval({ needs: "one_with_proof" }) }, {}, "approval_needs_proof"],
    [
      "by the same person again",
      { approval: createApproval({ needs: "two", decisions: [approvedBy("psn_1")] }) },
      {},
      "approval_needs_another_person",
    ],
  ])("%s is refused", (_, given, request, code) => {
    expect(() => planDecision({ ...yes, ...request }, facts(given))).toThrow(expect.objectContaining({ code }));
  });

  test("one no ends it, also after a yes, and says what the person would agree to", () => {
    const approval = createApproval({ needs: "two", decisions: [approvedBy("psn_2")] });
    const request = { ...yes, decision: "reject" as const, reason: "Too many", suggestedArguments: { quantity: 1 } };
    const change = planDecision(request, facts({ approval }));
    expect(change).toMatchObject({ status: "rejected", isOpen: false, endedAt: now, reason: "Too many" });
    expect(describeEnd({ ...approval, ...change }, "rejected")).toMatch(/"Too many".*"quantity":1/);
  });
});

describe("what waits for a person", () => {
  const pending = [
    createApproval({ _id: "apr_old" }),
    createApproval({ _id: "apr_own", decisions: [approvedBy("psn_1")] }),
    createApproval({ _id: "apr_changed", revision: 2, decisions: [approvedBy("psn_1")], requestedAt: inAnHour }),
    createApproval({ _id: "apr_other", tool: "learning_approve_enrollments" }),
  ];
  const select = (scopes: string[]) => selectWaiting(pending, { personId: "psn_1", scopes }).map(({ _id }) => _id);

  test("is what the person may write and has not approved as it is now, the last one first", () => {
    expect(select(["supply:write"])).toEqual(["apr_changed", "apr_old"]);
    expect(select(["learning:write"])).toEqual(["apr_other"]);
    expect(select(["supply:read"])).toEqual([]);
  });
});

describe("the outcome of an attempt", () => {
  const approved = createApproval({ status: "approved", approvedAt: now, decisions: [approvedBy("psn_1")] });
  test("is the end, a new preview for a new decision, or a later attempt", () => {
    expect(planOutcome(approved, { kind: "done", answer: { _id: "w" } }, 0, now)).toMatchObject({
      ...{ status: "executed", isOpen: false, answer: { _id: "w" } },
    });
    expect(
      planOutcome(approved, { kind: "refused", refusal: { code: "x", detail: "No.", values: {} } }, 0, now),
    ).toMatchObject({
      status: "failed",
    });
    const shown = { preview: { quantity: 4 }, checks: [], warnings: [] };
    expect(planOutcome(approved, { kind: "changed", shown, material: "4", measured: 4 }, 0, now)).toMatchObject({
      ...{ status: "pending", revision: 2, earlierPreview: { quantity: 3 }, preview: { quantity: 4 } },
    });
    const later = [0, 1, 9].map(
      (attempts) => planOutcome(approved, { kind: "unanswered" }, attempts, now).nextAttemptAt,
    );
    expect(later.map((at) => (at?.getTime() ?? 0) - now.getTime())).toEqual([1000, 2000, 60_000]);
    const tomorrow = new Date(now.getTime() + 21 * 3_600_000);
    expect(planOutcome(approved, { kind: "unanswered" }, 50, tomorrow)).toMatchObject({ status: "failed" });
  });
});

test("a refusal keeps the numbers of its sentence, and loses them with the person who is erased", () => {
  const outcome = toFailedOutcome(refused("insufficient_stock", "The center holds 1.", { held: 1, requested: 2 }));
  const failed = planOutcome(createApproval({ status: "approved" }), outcome, 0, now);
  expect(failed.refusal).toEqual({
    ...{ code: "insufficient_stock", detail: "The center holds 1.", values: { held: 1, requested: 2 } },
  });
  expect(erased(createApproval({ ...failed }), now).refusal).toEqual({
    ...{ code: "insufficient_stock", detail: "", values: {} },
  });
});

test.each<[string, unknown, string]>([
  [
    "a refusal of the service is the end",
    refused("insufficient_stock", "The center holds 1.", { held: 1, requested: 2 }),
    "refused",
  ],
  ["a service that is away is asked again", unavailable("The supply service is not reachable."), "unanswered"],
  ["a call context that is refused, because a clock or key is wrong, is no answer", unauthorized, "unanswered"],
  ["a fault of this process is no answer", new Error("bug"), "unanswered"],
])("%s", (_, error, kind) => {
  expect(toFailedOutcome(error).kind).toBe(kind);
});

test("a challenge is of one preview under one version of the rules, in any order of the fields", () => {
  const approval = createApproval({ preview: { a: 1, b: { c: 2, d: 3 } } });
  const same = createApproval({ preview: { b: { d: 3, c: 2 }, a: 1 } });
  expect(computeChallenge(approval, 1)).toBe(computeChallenge(same, 1));
  const others = [
    computeChallenge(approval, 2),
    computeChallenge({ ...approval, revision: 2 }, 1),
    computeChallenge({ ...approval, preview: { a: 2 } }, 1),
    computeChallenge({ ...approval, warnings: ["w"] }, 1),
    computeChallenge({ ...approval, _id: "apr_2" }, 1),
  ];
  expect(new Set([computeChallenge(approval, 1), ...others]).size).toBe(6);
});

test("the same change of the same caller has one digest", () => {
  const digest = computeDigest("key_1", "tool", { a: 1, b: 2 });
  expect(computeDigest("key_1", "tool", { b: 2, a: 1 })).toBe(digest);
  expect(computeDigest("key_2", "tool", { a: 1, b: 2 })).not.toBe(digest);
});

test("a pending one whose time is over has expired, and its agent is not asked to come back", () => {
  expect(getStatus(createApproval(), inAnHour)).toBe("expired");
  expect(getAskAgainSeconds(createApproval(), now)).toBe(10);
  expect(getAskAgainSeconds(createApproval(), new Date(now.getTime() + 300_000))).toBe(60);
  expect(getAskAgainSeconds(createApproval({ status: "expired" }), now)).toBe(0);
});

test("an erasure leaves how it has ended, and nothing that names a person", () => {
  const found = createApproval({ decisions: [{ ...approvedBy("psn_1"), proof }], reason: "for Ana" });
  const rest = { ...found, ...erased(found, now) };
  expect(rest).toMatchObject({
    status: "withdrawn",
    isOpen: false,
    arguments: {},
    preview: {},
    names: {},
    reason: null,
  });
  expect(JSON.stringify(rest.decisions)).not.toContain("challenge");
  expect(erased(createApproval({ status: "executed" }), now)).not.toHaveProperty("status");
});

test("texts are found at any depth, without those that are too long for a name", () => {
  const texts = listTexts({ a: ["x", { b: "ana@example.com" }], n: 3 }, { c: "x", d: "y".repeat(321) });
  expect(Object.values(texts)).toEqual(["x", "ana@example.com"]);
});
