/** A rule of approvals: one person for each withdrawal of every key and connection, unless `given` says otherwise. */
export const createRule = (given: object = {}) => ({
  ...{ name: "Withdrawals", tools: ["supply_approve_withdrawal"], areas: [], irreversible: false },
  ...{ callers: [], atLeast: null, dailyAllowance: null, needs: "one", lapsesAfterHours: 24 },
  ...given,
});
