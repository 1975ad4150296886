import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  listNeededSteps,
  type NeededSteps,
  planFirstStage,
  planNextStage,
  planRefreshSeconds,
  planSteps,
  requestBank,
  type Stage,
  type StepEvent,
} from "./registration-steps.rules.js";
import type { Registration } from "./registrations.rules.js";

const now = new Date("2026-03-01T12:00:00Z");
const document = { field: "ine", text: "INE", isRequired: true };
const events: readonly StepEvent[] = ["documents_sent", "documents_time_over", "bank_approved", "bank_rejected"];

/** The final state of a registration, and how often it was completed. */
function follow(needed: NeededSteps, given: readonly StepEvent[]): { stage: Stage; completions: number } {
  const { documents, bank } = needed;
  const parts = {
    ...(documents.length > 0 && { documents }),
    ...(bank && { bank: requestBank(now) }),
  } as Pick<Registration, "documents" | "bank">;
  let stage = planFirstStage(needed);
  let completions = stage.state === "completed" ? 1 : 0;
  for (const event of given) {
    const next = planNextStage({ ...parts, ...stage }, event);
    if (!next) continue;
    if (next.state === "completed") completions += 1;
    stage = next;
  }
  return { stage, completions };
}

describe("a registration", () => {
  test.each<[documents: boolean, bank: boolean, events: StepEvent[], end: Stage]>([
    [false, false, [], { state: "completed" }],
    [true, false, ["documents_sent"], { state: "completed" }],
    [true, false, ["documents_time_over"], { state: "expired" }],
    [false, true, ["bank_approved"], { state: "completed" }],
    [false, true, ["bank_rejected"], { state: "rejected" }],
    [true, true, ["documents_sent"], { state: "pending", waitsFor: "bank" }],
    [true, true, ["documents_sent", "bank_approved"], { state: "completed" }],
    [true, true, ["bank_approved"], { state: "pending", waitsFor: "documents" }],
    [true, true, ["documents_time_over", "documents_sent"], { state: "expired" }],
  ])("that needs documents: %s, a bank: %s, has the right state after %j", (documents, bank, given, end) => {
    expect(follow({ documents: documents ? [document] : [], bank }, given).stage).toEqual(end);
  });

  test("is completed at most once, and never changes after its end, whatever happens in any order", () => {
    const needed = fc.record({ documents: fc.subarray([document]), bank: fc.boolean() });
    fc.assert(
      fc.property(needed, fc.array(fc.constantFrom(...events), { maxLength: 12 }), (needs, given) => {
        const { stage, completions } = follow(needs, given);
        expect(completions).toBe(stage.state === "completed" ? 1 : 0);
        expect(stage.waitsFor !== undefined).toBe(stage.state === "pending");
      }),
    );
  });

  test("of a flow without further steps has only a state", () => {
    const nothing = { documents: [], bank: false };
    expect(planSteps(nothing, { secretHash: "h", visitor: undefined, now })).toEqual({ state: "completed" });
  });
});

test("a bank is asked only when the flow requires it and it is set up", () => {
  const fields = [
    { text: "Name", value: "name", type: "text", placeholder: "", isRequired: true },
    { text: "INE", value: "ine", type: "document", placeholder: "", isRequired: true },
  ];
  const list = (isBankProviderRequired: boolean, isOn: boolean) =>
    listNeededSteps({ registrationFields: fields, isBankProviderRequired }, isOn);
  expect(list(true, true)).toEqual({ documents: [document], bank: true });
  expect([list(true, false).bank, list(false, true).bank]).toEqual([false, false]);
});

test("a waiting page reloads less often with time, and then not at all", () => {
  const after = (ms: number) => planRefreshSeconds({ bank: requestBank(now) }, new Date(now.getTime() + ms));
  expect([0, 59_000, 61_000, 599_000, 601_000].map(after)).toEqual([2, 2, 10, 10, undefined]);
  expect(planRefreshSeconds({ bank: { ...requestBank(now), status: "failed" } }, now)).toBeUndefined();
});
