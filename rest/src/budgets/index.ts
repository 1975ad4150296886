export { type Budget, type BudgetLimit, type BudgetName, budgets } from "./budgets.js";
export { fixedLimits } from "./fixed-limits.js";
export { storedWithoutCaller } from "./stored-without-caller.js";
