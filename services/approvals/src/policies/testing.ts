import type { Rule } from "./policies.rules.js";

/** A rule for tests: one person for each withdrawal, unless `given` says otherwise. */
export const createTestRule = (given: Partial<Rule> = {}): Rule => ({
  ...{ name: "Withdrawals", tools: ["supply_approve_withdrawal"], areas: [], irreversible: false, callers: [] },
  ...{ atLeast: null, dailyAllowance: null, needs: "one", lapsesAfterHours: 24 },
  ...given,
});
