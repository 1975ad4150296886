export * from "./deliveries.js";
export * from "./endpoint-actions.js";
export * from "./endpoints.js";
export * from "./event-types.js";
export * from "./recoveries.js";
export { getWebhookDailyCounts } from "../daily-counts.js";
