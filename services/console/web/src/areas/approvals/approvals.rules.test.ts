import { expect, test } from "vitest";
import type { ListedApproval } from "./approvals.api.js";
import { isChoosable, isDateTime, listEditable, listSuggested, toSuggestion, hasCodes } from "./approvals.rules.js";

const waiting = { status: "pending", needs: "one", decisions: [] } as unknown as ListedApproval;
const ana = { personId: "per_a" };
const approvedBy = (personId: string) => [{ personId, decision: "approve" }] as ListedApproval["decisions"];

test("what needs a passkey, has ended, or was approved by the same person is not approved together with others", () => {
  expect(isChoosable(waiting, ana)).toBe(true);
  expect(isChoosable({ ...waiting, needs: "two", decisions: approvedBy("per_b") }, ana)).toBe(true);
  expect(isChoosable({ ...waiting, needs: "two", decisions: approvedBy("per_a") }, ana)).toBe(false);
  expect(isChoosable({ ...waiting, needs: "one_with_proof" }, ana)).toBe(false);
  expect(isChoosable({ ...waiting, status: "approved" }, ana)).toBe(false);
});

test("a suggestion is what the agent sent with what was changed, and nothing when nothing was", () => {
  const given = {
    quantity: 100,
    worker_id: "w-7",
    stock_id: "stk_0123456789abcdef",
    note: "",
    tags: ["a"],
    urgent: false,
  };
  expect(listEditable({ ...given, proposal_token: "x" }).map(([name]) => name)).toEqual([
    "quantity",
    "worker_id",
    "note",
    "urgent",
  ]);
  expect(toSuggestion(given, { quantity: 40, worker_id: "w-7", note: "", urgent: false })).toEqual({
    ...given,
    quantity: 40,
  });
  expect(toSuggestion(given, { quantity: undefined, note: "" })).toBeUndefined();
  expect(toSuggestion(given, { urgent: true })).toEqual({ ...given, urgent: true });
  // Under the names that the tool takes.
  const suggested = toSuggestion({ quantity: 100, workerId: "w-7" }, { quantity: 40 }) ?? {};
  expect(suggested).toEqual({ quantity: 40, worker_id: "w-7" });
  const change = { path: ["quantity"], before: 100, after: 40 };
  expect(listSuggested({ quantity: 100, workerId: "w-7" }, suggested)).toEqual([change]);
  expect(listSuggested({ quantity: 100, workerId: "w-7" }, { quantity: 40 })).toEqual([change]);
});

test("only a field that says so holds a time", () => {
  const time = "2026-11-28T12:00:00.000Z";
  expect([isDateTime("completedAt", time), isDateTime("won_at", time), isDateTime("name", time)]).toEqual([
    true,
    true,
    false,
  ]);
  expect(isDateTime("completedAt", "soon")).toBe(false);
});

test("a value is a code by its field, or by the field around it; a type that a business has written is not", () => {
  const codes = [["status"], ["redirect", "type"], ["registrationFields", "#1 Size", "type"], ["typeOfGift", "name"]];
  for (const path of codes) expect([path, hasCodes(path)]).toEqual([path, true]);
  const texts = [["type"], ["name"], ["typeOfGift", "type"]];
  for (const path of texts) expect([path, hasCodes(path)]).toEqual([path, false]);
});
