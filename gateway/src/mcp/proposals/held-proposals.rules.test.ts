import { create } from "@bufbuild/protobuf";
import { tools } from "@tenant-ops/proto";
import { HeldProposalSchema } from "@tenant-ops/proto/approvals";
import { expect, test } from "vitest";
import { answerHeld, describeApproval } from "./held-proposals.js";

const tool = tools.find(({ name }) => name === "supply_approve_withdrawal");
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
