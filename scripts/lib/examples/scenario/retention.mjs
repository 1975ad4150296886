/** How long history is kept. No record of the business is old enough to be deleted. */
export async function recordRetention({ record, recordError }) {
  const rules = { withdrawals: { mode: "delete", days: 400 } };
  await record("getRetention");
  await record("previewRetention", { body: { rules } });
  const headers = (key) => ({ headers: { "idempotency-key": key } });
  await record("setRetention", { ...headers("keep-400-days"), body: { version: 0, rules } });
  await recordError("setRetention", { ...headers("keep-less"), body: { version: 0, rules: {} } }, "retention_changed");
}
