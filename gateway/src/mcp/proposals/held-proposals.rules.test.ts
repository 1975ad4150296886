import { create } from "@bufbuild/protobuf";
import { HeldProposalSchema } from "@tenant-ops/proto/approvals";
import { describe, expect, test } from "vitest";
import { parseArguments } from "../tools/arguments.js";
import { findTool } from "../tools/catalog.js";
import { answerHeld, describeApproval } from "./held-proposals.js";
import { createProposalTokens } from "./proposal-tokens.js";

const tool = findTool("supply_approve_withdrawal");
if (!tool) throw new Error("the catalogue has no withdrawals");
const hold = (given: object) => create(HeldProposalSchema, { approvalId: "apr_1", status: "pending", ...given });
const answer = (given: object) => {
  const held = hold(given);
  return answerHeld(tool, describeApproval("https://app.example.com", "biz_1", held), held);
};
const read = (given: object) => JSON.parse(answer(given).json.plain.toString()) as object;

test("while people have not decided, the answer names the address and when to ask again", () => {
  const waiting = {
    status: "approval_pending",
    approval: { id: "apr_1", url: "https://app.example.com/b/biz_1/approvals/apr_1" },
  };
  expect(read({ askAgainSeconds: 60 })).toMatchObject({ ...waiting, ask_again_seconds: 60 });
  expect(read({ status: "approved", askAgainSeconds: 1 })).toMatchObject({ approval: { status: "approved" } });
});

test("what was done is the stored answer, and marked as one", () => {
  expect(answer({ status: "executed", answer: '{"_id":"wdr_1"}' })).toMatchObject({ replayed: true });
  expect(read({ status: "executed", answer: '{"_id":"wdr_1"}' })).toEqual({ _id: "wdr_1" });
});

test.each([
  ["rejected", "approval_rejected"],
  ["expired", "approval_expired"],
  ["withdrawn", "approval_expired"],
  ["failed", "approval_not_executed"],
])("one that is %s is refused with %s and the sentence of the service", (status, code) => {
  expect(() => answer({ status, detail: "Because." })).toThrow(expect.objectContaining({ code, detail: "Because." }));
});

describe.each([
  ["ahead of", 90_000],
  ["behind", -90_000],
])("a gateway whose clock is 90 seconds %s the others", (_, offMs) => {
  const now = Date.parse("2026-03-02T12:00:00.000Z");
  const createAt = (time: number) =>
    createProposalTokens({ secrets: [Buffer.alloc(32, 7)], lifetimeMs: 15 * 60_000, now: () => time });
  const [off, right] = [createAt(now + offMs), createAt(now)];
  const { message } = parseArguments(tool, {
    ...{ stock_id: "stk_1", service_center_id: "ctr_1", worker_id: "w-1", email: "ana@example.com", quantity: 3 },
  });
  const caller = { businessId: "biz_1", keyId: "key_1", approvalPolicy: 4 };
  const makers = [
    [off, right],
    [right, off],
  ] as const;

  test("leads to what was held whatever the time is, because the service knows whether it has lapsed", () => {
    const id = "AAAAAAAAAAAAAAAA";
    for (const expiresAt of ["2026-03-03T12:00:00.000Z", "2026-03-02T12:00:00.000Z", "2026-03-01T12:00:00.000Z"])
      for (const [maker, reader] of makers) {
        const token = maker.issueHeld(tool, message, caller, { id, expiresAt });
        expect(reader.redeem(token, tool, message, { ...caller, approvalPolicy: 5 })).toEqual({ id, isHeld: true });
      }
  });

  test("makes and takes tokens of what no rule holds, as the others do", () => {
    for (const [maker, reader] of makers) {
      const { proposal_token } = maker.issue(tool, message, caller);
      expect(reader.redeem(proposal_token, tool, message, caller).lookUp).toBeUndefined();
    }
  });
});
