import { describe, expect, test } from "vitest";
import { requireTransition, type SessionStatus, statuses, transitions } from "./statuses.rules.js";

const steps = statuses.flatMap((from) => statuses.map((to): [SessionStatus, SessionStatus] => [from, to]));
const isAllowed = ([from, to]: [SessionStatus, SessionStatus]) => transitions[from].includes(to);

describe("a session", () => {
  test("knows exactly the steps that the design names", () => {
    expect(steps.filter(isAllowed)).toEqual([
      ["in_progress", "exam"],
      ["in_progress", "completed"],
      ["exam", "completed"],
      ["exam", "failed"],
      ["completed", "certified"],
      ["failed", "exam"],
    ]);
  });

  test.each(steps.filter(isAllowed))("may go from %s to %s", (from, to) => {
    expect(() => requireTransition(from, to)).not.toThrow();
  });

  test.each(steps.filter((one) => !isAllowed(one)))("may not go from %s to %s", (from, to) => {
    expect(() => requireTransition(from, to)).toThrow(`A session cannot go from ${from} to ${to}.`);
  });
});
