import { setTimeout as sleep } from "node:timers/promises";
import { today } from "../today.mjs";

const attemptMsMax = 60_000;

const agent = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/148.0 Safari/537.36" };
const form = "first_name=Ana&email=ana%40example.com&country=MX";

/** A campaign with a registration page, its visitors, and a survey on another site. */
export async function recordFlows({ record, recordError, call, startRegistration }, rouletteId) {
  const slug = "spring-sale";
  await record("createFlow", {
    headers: { "idempotency-key": "flow-spring-sale" },
    body: {
      name: "Spring sale",
      slug,
      redirect: { type: "roulette", targetId: rouletteId },
      registrationFields: [
        { text: "First name", value: "first_name", type: "text", isRequired: true },
        { text: "E-mail address", value: "email", type: "email", isRequired: true },
        { text: "Country", value: "country", type: "select", isRequired: true },
      ],
      additionalRedirects: [
        {
          redirect: { type: "url", url: "https://shop.example.com/mx" },
          condition: { field: "country", isOneOf: ["MX", "CO"] },
        },
      ],
      source: "newsletter",
      medium: "email",
      campaign: "spring-2026",
    },
  });
  const params = { slug };
  await recordError("createFlow", { body: createSecondFlow(slug, rouletteId) }, "slug_taken");
  await recordError("createFlow", { body: createSecondFlow("spring-sale-2", "unknown") }, "target_not_found");
  const document = await recordDocuments({ record, recordError }, slug);
  await recordTestRun({ record, recordError }, slug, document.sha256);
  await recordVisitorSignIn({ record, recordError });
  await record("updateFlow", { params, body: { isActive: true } });
  await record("getFlowChecklist", { params });
  await record("showFlowPage", { params, headers: agent });
  await record("downloadPageDocument", { params: { ...params, sha256: document.sha256 } });
  await record("submitFlowPage", { params, headers: agent, body: `${form}&_accept=${document.sha256}` });
  await record("listFlows", { query: { campaign: "spring-2026" } });
  await record("getFlow", { params });
  await record("getFlowStatistics");
  await record("getFlowDailyCounts", { query: { dateFrom: today, dateTo: today } });
  await record("getFlowVisits", { params, query: { dateFrom: today, dateTo: today } });
  const { items } = await record("listRegistrations", { params, query: { limit: 10 } });
  await record("getRegistration", { params: { ...params, id: items[0]._id } });
  await recordSteps({ record, recordError, call, startRegistration });
  await recordTargets(record);
  await recordCampaigns({ record, call });
  await record("deleteDocument", { params: { slug, id: document._id } });
  await recordError("getFlow", { params: { slug: "unknown" } }, "flow_not_found");
  await recordError("getRegistration", { params: { ...params, id: "unknown" } }, "registration_not_found");
  await recordError("getTarget", { params: { id: "unknown" } }, "target_not_found");
  await recordError("getCampaign", { params: { id: "unknown" } }, "campaign_not_found");
}

async function recordDocuments({ record, recordError }, slug) {
  const of = { slug };
  const { _id: id } = await record("addDocument", {
    params: of,
    query: { kind: "terms", title: "Terms of the spring sale" },
    body: "# Terms\n\nThe draw takes place on 31 May.\n",
  });
  const params = { slug, id };
  await record("addDocumentVersion", { params, body: "# Terms\n\nThe draw takes place on 30 June.\n" });
  await record("updateDocument", { params, body: { title: "Terms of the draw" } });
  await record("listDocuments", { params: of });
  const document = await record("getDocument", { params });
  await record("downloadDocument", { params: { ...params, sha256: document.versions[0].sha256 } });
  await recordError("addDocument", { params: of, query: { kind: "permit" }, body: "\u0000" }, "file_type_refused");
  await recordError("getDocument", { params: { slug, id: "unknown" } }, "document_not_found");
  return document;
}

async function recordTestRun({ record, recordError }, slug, sha256) {
  const { _id, url } = await record("createTestRun", { params: { slug } });
  const link = { slug, token: url.split("/").at(-1) };
  await record("showTestRunPage", { params: link, headers: agent });
  await record("downloadTestRunDocument", { params: { ...link, sha256 } });
  await record("submitTestRunPage", { params: link, headers: agent, body: `${form}&_accept=${sha256}` });
  await record("listTestRuns", { params: { slug } });
  await record("getTestRun", { params: { slug, id: _id } });
  await recordError("getTestRun", { params: { slug, id: "unknown" } }, "test_run_not_found");
}

async function recordVisitorSignIn({ record, recordError }) {
  const headers = (key) => ({ "idempotency-key": key });
  const test = { headers: headers("test-code"), body: { phone: "+52 55 1234 5678" } };
  await recordError("testVisitorWhatsApp", test, "whatsapp_not_configured");
  await record("putVisitorSignIn", {
    body: {
      whatsapp: {
        phoneNumberId: "105954558954427",
        accessToken: "EAAG-example",
        templateName: "verification_code",
        templateLanguage: "es_MX",
      },
    },
  });
  await record("testVisitorWhatsApp", { ...test, headers: headers("test-code-2") });
  await record("getVisitorSignIn");
  await record("deleteVisitorSignIn");
}

function createSecondFlow(slug, targetId) {
  return { name: "Spring sale", slug, redirect: { type: "roulette", targetId } };
}

/** A flow that asks for a document and for the approval of a bank. */
async function recordSteps({ record, recordError, call, startRegistration }) {
  await recordError("testBankProvider", {}, "bank_provider_not_found");
  // No server has this name, so every attempt fails in the same way.
  await record("putBankProvider", { body: { url: "https://bank.invalid.example.com/validate" } });
  await record("getBankProvider");
  await record("rotateBankProviderSecret", { body: { overlapHours: 24 } });
  await record("testBankProvider");
  const slug = "loan";
  await call("createFlow", {
    body: {
      name: "Loan",
      slug,
      redirect: { type: "url", url: "https://shop.example.com/thanks" },
      registrationFields: [
        { text: "First name", value: "first_name", isRequired: true },
        { text: "Identity card", value: "id_card", type: "document", isRequired: true },
      ],
      isBankProviderRequired: true,
    },
  });
  await call("updateFlow", { params: { slug }, body: { isActive: true } });
  const { id, cookie } = await startRegistration(slug, { first_name: "Ana" });
  const params = { slug, id };
  const headers = { cookie };
  await record("showRegistrationPage", { params, headers });
  await record("uploadRegistrationFile", {
    params: { ...params, field: "id_card" },
    headers: { ...headers, "content-type": "multipart/form-data; boundary=form" },
    body: '--form\r\nContent-Disposition: form-data; name="file"; filename="card.txt"\r\n\r\nIdentity card\r\n--form--\r\n',
  });
  await record("finishRegistrationDocuments", { params, headers, body: "" });
  const { files } = await call("getRegistration", { params });
  await record("downloadRegistrationFile", { params: { ...params, fileId: files[0].file._id } });
  await recordError("downloadRegistrationFile", { params: { ...params, fileId: "x" } }, "registration_file_not_found");
  const readRegistration = () => call("getRegistration", { params });
  await waitForAttempt(readRegistration);
  await record("exportRegistrations", { params: { slug }, query: { format: "ndjson" } });
  await record("resendBankValidation", { params });
  await waitForAttempt(readRegistration);
  const report = { params: { id }, body: { registrationId: id, status: "approved", reason: "Checked" } };
  await record("reportBankValidation", report);
  await recordError("resendBankValidation", { params }, "registration_not_pending");
  await record("deleteBankProvider");
}

/** Until an attempt has been made at the bank. Its result is part of every later example. */
async function waitForAttempt(readRegistration) {
  const end = Date.now() + attemptMsMax;
  while ((await readRegistration()).bankValidation.attempts === 0) {
    if (Date.now() > end) throw new Error("no attempt was made at the bank");
    await sleep(50);
  }
}

async function recordTargets(record) {
  const target = await record("createTarget", {
    body: { kind: "survey", name: "How did you like it?", url: "https://surveys.example.com/spring" },
  });
  const params = { id: target._id };
  await record("listTargets", { query: { kind: "survey" } });
  await record("getTarget", { params });
  await record("updateTarget", { params, body: { name: "How was it?" } });
  await record("deleteTarget", { params });
}

async function recordCampaigns({ record }) {
  const campaign = await record("declareCampaign", {
    body: { name: "Spring 2026", utm: { campaign: "spring-2026" }, startsAt: "2026-03-01", endsAt: "2030-05-31" },
  });
  const params = { id: campaign._id };
  await record("listCampaigns", { query: { status: "active" } });
  await record("getCampaign", { params });
  await record("listCampaignFlows", { params, query: { limit: 10 } });
  await record("updateCampaign", { params, body: { isPaused: true } });
}
