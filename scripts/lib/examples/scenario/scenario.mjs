// What a business does, once through every operation. The order of the calls is the order in which one needs them.
import { recordAnalytics } from "./analytics.mjs";
import { recordApprovals } from "./approvals.mjs";
import { recordFlows } from "./flows.mjs";
import { recordLearning } from "./learning.mjs";
import { recordRoulettes } from "./roulettes.mjs";
import { recordSupply, recordSupplyChanges } from "./supply.mjs";
import { recordWebhooks } from "./webhooks.mjs";

export async function recordScenario(recorder) {
  const credentials = await recordOperators(recorder);
  recorder.useCredentials(credentials);
  const supply = await recordSupply(recorder);
  const roulette = await recordRoulettes(recorder);
  const course = await recordLearning(recorder);
  await recordFlows(recorder, roulette._id);
  await recordWebhooks(recorder);
  await recordAnalytics(recorder);
  await recordAccess(recorder, credentials);
  await recordPersonRequests(recorder);
  await recordRetention(recorder);
  await recordSandbox(recorder, credentials);
  await recordPages(recorder, { rouletteId: roulette._id, courseId: course._id });
  await recordSupplyChanges(recorder, supply);
  await recordInvitations(recorder, { businessId: credentials.businessId });
  await recordApprovals(recorder, { businessId: credentials.businessId, held: supply });
  await recordOffboarding(recorder);
}

async function recordInvitations({ record }, params) {
  const invited = await record("createInvitation", {
    params,
    headers: { "idempotency-key": "invite-ana" },
    body: { name: "Ana Torres", email: "ana@example.com", role: "admin" },
  });
  await record("listBusinessInvitations", { params, query: { limit: 10 } });
  await record("withdrawBusinessInvitation", { params: { ...params, invitationId: invited._id } });
}

/** The sandbox of the business, with a test key. */
async function recordSandbox({ record, recordError, call }, { businessId }) {
  const { key } = await call("createKey", { params: { businessId }, body: { name: "tests", mode: "test" } });
  const as = { key, businessId };
  await record("seedSandbox", { as });
  await record("resetSandbox", { as });
  await recordError("resetSandbox", {}, "sandbox_only");
}

/** How long history is kept. No record of the business is old enough to be deleted. */
async function recordRetention({ record, recordError }) {
  const rules = { withdrawals: { mode: "delete", days: 400 } };
  await record("getRetention");
  await record("previewRetention", { body: { rules } });
  const headers = (key) => ({ headers: { "idempotency-key": key } });
  await record("setRetention", { ...headers("keep-400-days"), body: { version: 0, rules } });
  await recordError("setRetention", { ...headers("keep-less"), body: { version: 0, rules: {} } }, "retention_changed");
}

/** A visitor who goes from the flow to its roulette. Recorded last, so that the other examples do not depend on it. */
async function recordPages({ record, registerVisitor }, { rouletteId, courseId }) {
  await record("showCoursePage", { params: { id: courseId } });
  const params = { id: rouletteId };
  await record("showRoulettePage", { params });
  // A visitor from a country without an additional redirect goes to the roulette.
  const answers = { first_name: "Luis", email: "luis@example.com", country: "ES" };
  const cookie = await registerVisitor("spring-sale", answers);
  const body = "_submission=0f8d3f9c-6a51-4d0e-9d0b-3c5f7a1e2b4d";
  await record("spinRoulettePage", { params, headers: { cookie }, body });
}

/** What is stored about a worker who has received something. No person is erased: later examples show the same people. */
async function recordPersonRequests({ record, recordError }) {
  const names = { emails: ["ana@example.com"] };
  await record("previewPersonRequest", { body: names });
  const { _id: id } = await record("createPersonRequest", {
    headers: { "idempotency-key": "export-ana" },
    body: { kind: "export", ...names },
  });
  await record("listPersonRequests", { query: { limit: 10 } });
  await record("getPersonRequest", { params: { id } });
  await record("downloadPersonExport", { params: { id } });
  await recordError("getPersonRequest", { params: { id: "prq_unknown" } }, "person_request_not_found");
}

/** How a caller gets a token, and refusals that any route can answer with: wrong credentials, requests that cannot be read. */
async function recordAccess({ record, recordError, call }, { key, businessId }) {
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

/** An offboarding that is cancelled. It uses another business, because calls of a business in offboarding are refused. */
async function recordOffboarding({ record, recordError, call }) {
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

/** What an operator does for a new business, and with its keys. @returns the credentials of the business */
async function recordOperators({ record, recordError, call }) {
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
