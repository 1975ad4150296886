/** How a caller gets a token, and refusals that any route can answer with: wrong credentials, requests that cannot be read. */
export async function recordAccess({ record, recordError, call }, { key, businessId }) {
  await record("getProtectedResource");
  await record("getAuthorizationServer");
  const credentials = { grant_type: "client_credentials", client_id: businessId, client_secret: key };
  await record("createAccessToken", { body: credentials });
  const body = { productName: "Gloves", totalStock: 100, minStockAlert: 10 };
  await recordError("listStocks", { as: { key: "svc_live_wrong", businessId } }, "unauthorized");
  await recordError("listStocks", { as: { key, businessId: "unknown" } }, "forbidden");
  const forAgents = { name: "agents", requireProposal: true };
  const { key: proposalKey } = await call("createKey", { params: { businessId }, body: forAgents });
  await recordError("createStock", { as: { key: proposalKey, businessId }, body }, "proposal_required");
  const asText = { "content-type": "text/plain" };
  await recordError("createStock", { headers: asText, body }, "unsupported_media_type");
  const asJson = { "content-type": "application/json" };
  await recordError("createStock", { headers: asJson, body: '{"productName": "Gloves", ' }, "malformed_request");
}
