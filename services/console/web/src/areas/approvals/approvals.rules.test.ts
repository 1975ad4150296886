import { expect, test } from "vitest";
import type { ListedApproval, Rule } from "./approvals.api.js";
import {
  findUnit,
  firstRule,
  isChoosable,
  isDateTime,
  listEditable,
  listRuleTools,
  replaceRule,
  listSuggested,
  toSuggestion,
} from "./approvals.rules.js";

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

test("a rule is for the tools of its areas, for those that cannot be undone, and for those that it names, each once", () => {
  expect(listRuleTools(firstRule)).toEqual([]);
  expect(listRuleTools({ ...firstRule, irreversible: true, tools: ["flows_approve_create_flow"] })).toEqual([
    "supply_approve_withdrawal",
    "flows_approve_create_flow",
  ]);
  expect(listRuleTools({ ...firstRule, areas: ["flows"], tools: ["flows_approve_create_flow"] })).toEqual([
    "flows_approve_create_flow",
    "flows_approve_update_flow",
  ]);
});

test("a number has a unit when all tools with a number count the same", () => {
  expect(findUnit(["supply_approve_withdrawal", "flows_approve_create_flow"])).toBe("units");
  expect(findUnit(["supply_approve_withdrawal", "learning_approve_enrollments"])).toBeUndefined();
  expect(findUnit(["flows_approve_create_flow", "a_tool_of_a_newer_server"])).toBeUndefined();
});

test("a rule is replaced where it stands now, and not when somebody has changed or removed it", () => {
  const rule = (name: string): Rule => ({ ...firstRule, name });
  const [a, b, c] = [rule("a"), rule("b"), rule("c")];
  expect(replaceRule([a, b], undefined, c)).toEqual([a, b, c]);
  expect(replaceRule([b, { ...a }], a, c)).toEqual([b, c]);
  expect(replaceRule([b, { ...a, atLeast: 5 }], a, c)).toBeUndefined();
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
