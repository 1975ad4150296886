/** An offboarding that is cancelled. It uses another business, because calls of a business in offboarding are refused. */
export async function recordOffboarding({ record, recordError, call }) {
  const business = await call("createBusiness", { body: { name: "Southern Shop", country: "MX" } });
  const params = { businessId: business._id };
  await record("previewOffboarding", { params });
  await recordError(
    "createOffboarding",
    { params, headers: { "idempotency-key": "contract-ended" }, body: { confirmName: "Northern Shop" } },
    "offboarding_not_confirmed",
  );
  await record("createOffboarding", {
    params,
    headers: { "idempotency-key": "contract-ended" },
    body: { confirmName: "Southern Shop", graceDays: 35 },
  });
  await record("getOffboarding", { params });
  await record("exportBusiness", { params });
  await record("listOffboardings", { query: { limit: 1 } });
  await record("cancelOffboarding", { params });
  await recordError("getOffboarding", { params: { businessId: "unknown" } }, "offboarding_not_found");
}
