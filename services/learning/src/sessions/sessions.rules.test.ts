import { describe, expect, test } from "vitest";
import { requireTransition, transitions } from "./sessions.rules.js";
import { type SessionStatus, statuses } from "./sessions.rules.js";

const pairs = statuses.flatMap((from) => statuses.map((to): [SessionStatus, SessionStatus] => [from, to]));
const isAllowed = ([from, to]: [SessionStatus, SessionStatus]) => transitions[from].includes(to);

describe("a session", () => {
  test("has exactly these transitions", () => {
    expect(pairs.filter(isAllowed)).toEqual([
      ["in_progress", "exam"],
      ["in_progress", "completed"],
      ["exam", "completed"],
      ["exam", "failed"],
      ["completed", "certified"],
      ["failed", "exam"],
    ]);
  });

  test.each(pairs.filter(isAllowed))("may go from %s to %s", (from, to) => {
    expect(() => requireTransition(from, to)).not.toThrow();
  });

  test.each(pairs.filter((one) => !isAllowed(one)))("may not go from %s to %s", (from, to) => {
    expect(() => requireTransition(from, to)).toThrow(`A session cannot go from ${from} to ${to}.`);
  });
});
