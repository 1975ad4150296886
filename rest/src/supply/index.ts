export * from "./stocks.js";
export * from "./centers.js";
export * from "./center-stocks.js";
export * from "./movements.js";
export * from "./transfers.js";
export * from "./withdrawals.js";
export * from "./withdrawal-types.js";
export { getSupplyDailyCounts } from "../daily-counts.js";
