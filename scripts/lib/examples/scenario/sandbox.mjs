/** The sandbox of the business, with a test key. */
export async function recordSandbox({ record, recordError, call }, { businessId }) {
  const { key } = await call("createKey", { params: { businessId }, body: { name: "tests", mode: "test" } });
  const as = { key, businessId };
  await record("seedSandbox", { as });
  await record("resetSandbox", { as });
  await recordError("resetSandbox", {}, "sandbox_only");
}
