import { amountSteps, durationBuckets } from "@tenant-ops/rest/analytics";
import { expect, test } from "vitest";
import { type EndedCall, toCallCounts, toClientName } from "./agent-calls.rules.js";

const call = (given: Partial<EndedCall> = {}): EndedCall => ({
  ...{ code: "ok", isWrite: false, isRepeated: false, hasProposal: false, durationMs: 7 },
  ...given,
});

test.each([
  ["a read", call(), { calls: 1, upTo10: 1 }],
  [
    "a write of a preview",
    call({ isWrite: true, hasProposal: true }),
    { calls: 1, writes: 1, approvals: 1, upTo10: 1 },
  ],
  ["a write without one", call({ isWrite: true }), { calls: 1, writes: 1, upTo10: 1 }],
  [
    "a repeated write, which wrote nothing",
    call({ isWrite: true, hasProposal: true, isRepeated: true }),
    { calls: 1, repeated: 1, upTo10: 1 },
  ],
  [
    "a write that was refused",
    call({ isWrite: true, hasProposal: true, code: "insufficient_stock" }),
    { calls: 1, refused: 1, upTo10: 1 },
  ],
  [
    "a call that was refused before it began",
    call({ code: "forbidden", durationMs: undefined }),
    { calls: 1, refused: 1 },
  ],
])("%s is counted once by what it did", (_, ended, counts) => expect(toCallCounts(ended)).toEqual(counts));

test("a duration is in the bucket whose bound it does not exceed, and no duration is in none", () => {
  const bucketOf = (durationMs: number) => Object.keys(toCallCounts(call({ durationMs }))).at(-1);
  for (const { counter, to } of durationBuckets) expect(bucketOf(to)).toBe(counter);
  expect([bucketOf(0), bucketOf(1.01), bucketOf(10_000.5), bucketOf(3_600_000)]).toEqual([
    "upTo1",
    "upTo2",
    "upTo30000",
    "upTo30000",
  ]);
});

test("the number of a preview is counted in the step that contains it, without its sign; a preview without one, or with 0, in none", () => {
  const stepOf = (measured?: number) =>
    Object.keys(toCallCounts(call({ measured }))).filter((name) => name.startsWith("amount"));
  for (const { counter, from } of amountSteps) {
    expect([stepOf(from), stepOf(-from)]).toEqual([[counter], [counter]]);
    if (from > 1) expect(stepOf(from - 1)).not.toEqual([counter]);
  }
  expect([stepOf(49), stepOf(-99), stepOf(2_147_483_647)]).toEqual([
    ["amountFrom20"],
    ["amountFrom50"],
    ["amountFrom1000000"],
  ]);
  expect([stepOf(), stepOf(0)]).toEqual([[], []]);
});

test.each([
  ["Claude", "claude-code/2.1 (cli)", "Claude"],
  [undefined, "claude-code/2.1 (external, cli)", "claude-code"],
  [undefined, "Mozilla/5.0 (X11; Linux x86_64)", "Mozilla"],
  ["@modelcontextprotocol/inspector", undefined, "@modelcontextprotocol/inspector"],
  ["Ayudante número 1", undefined, "Ayudante número 1"],
  ["x".repeat(500), undefined, "x".repeat(40)],
  [undefined, undefined, ""],
  ["", "node", "node"],
  ["ana@example.com", undefined, "other"],
  [undefined, "ana@example.com", "other"],
  ["agent of 5512345678", undefined, "other"],
  ["\u0000\u0001", undefined, "other"],
  ["<script>", undefined, "other"],
])("a client that says %j and %j is called %j", (clientName, userAgent, name) =>
  expect(toClientName(clientName, userAgent)).toBe(name),
);
