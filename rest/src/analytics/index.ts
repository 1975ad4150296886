export { agentCalls, amountSteps, consoleKey, durationBuckets } from "./agent-calls.js";
export { analyticsCollections, deliveries, enrollments, flows, prizes, spins, withdrawals } from "./collections.js";
export {
  type AnalyticsCollection,
  type Bucket,
  type Formula,
  isAdditive,
  isDaily,
  type Metric,
} from "./collections.types.js";
export { daysDefault, daysMax, hourlyDaysMax } from "./limits.js";
export { listAnalyticsCollections, queryAnalytics } from "./routes.js";
export { stock } from "./stock.js";
