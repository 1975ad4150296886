import { today } from "../today.mjs";

/** What went out today. */
export async function recordAnalytics({ record, recordError }) {
  await record("listAnalyticsCollections", { query: { collection: "withdrawals", dimension: "product" } });
  const query = { collection: "withdrawals", metrics: ["units", "count"], groupBy: ["product", "center"] };
  const days = { interval: "none", dateFrom: today, dateTo: today };
  await record("queryAnalytics", { body: { ...query, ...days } });
  await recordError("queryAnalytics", { body: { ...query, groupBy: ["shop"] } }, "invalid_argument");
}
