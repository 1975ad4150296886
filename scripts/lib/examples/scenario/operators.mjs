/** What an operator does for a new business, and with its keys. @returns the credentials of the business */
export async function recordOperators({ record, recordError, call }) {
  const business = await record("createBusiness", {
    headers: { "idempotency-key": "contract-2026-17" },
    body: { name: "Northern Shop", country: "MX" },
  });
  const params = { businessId: business._id };
  await record("listBusinesses", { query: { active: true } });
  await record("getBusiness", { params });
  await record("updateBusiness", { params, body: { rates: { requestsPerMinute: 1200 } } });
  const { key } = await call("createKey", { params, body: { name: "back end" } });
  await recordKeys({ record, recordError }, params);
  await record("listOperatorCalls", { query: { businessId: business._id, limit: 2 } });
  await recordError("getBusiness", { params: { businessId: "unknown" } }, "business_not_found");
  return { businessId: business._id, key };
}

async function recordKeys({ record, recordError }, params) {
  const created = await record("createKey", {
    params,
    headers: { "idempotency-key": "key-for-the-shop" },
    body: { name: "shop", scopes: ["roulettes:read", "roulettes:write"] },
  });
  const ofKey = { ...params, keyId: created._id };
  await record("listKeys", { params, query: { limit: 10 } });
  await record("getKey", { params: ofKey });
  await record("rotateKey", { params: ofKey, body: { overlapDays: 1 } });
  await record("revokeKey", { params: ofKey });
  await recordError("rotateKey", { params: ofKey, body: {} }, "key_revoked");
  await recordError("getKey", { params: { ...params, keyId: "unknown" } }, "key_not_found");
}
