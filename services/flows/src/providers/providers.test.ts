import { startIdentityProvider, type StandInProvider } from "@tenant-ops/kit/testing";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  createBrowser,
  setWhatsApp,
  signInPath,
  standInSettings,
  whatsAppSettings,
} from "../sign-in/visitors.testing.js";
import { type StandInWhatsApp, startWhatsApp, whatsAppError } from "../sign-in/whatsapp.testing.js";
import { createActiveFlow, type FlowsTenant, send, startTestFlows, type TestFlows } from "../testing.js";

let whatsapp: StandInWhatsApp;
let provider: StandInProvider;
let flows: TestFlows;
beforeAll(async () => {
  [whatsapp, provider] = await Promise.all([startWhatsApp(), startIdentityProvider()]);
  flows = await startTestFlows({ ...standInSettings, WHATSAPP_API_URL: whatsapp.url });
});
beforeEach(() => whatsapp.answerWith(undefined));
afterAll(async () => {
  await flows.close();
  whatsapp.close();
  provider.close();
});

const testPath = `${signInPath}/whatsapp/test`;
const phone = "+52 55 1234 5678";
let keyCount = 0;
const sendTest = (tenant: FlowsTenant, body: object = { phone }, key = `test-${++keyCount}`) =>
  send(tenant, "POST", testPath, body, key);
const readSettings = async (tenant: FlowsTenant) => (await send(tenant, "GET", signInPath)).body;
const readStep = async (tenant: FlowsTenant, slug: string) => {
  const { body } = await send<{ steps: { name: string }[] }>(tenant, "GET", `/v1/public/flows/${slug}/checklist`);
  return body.steps.find(({ name }) => name === "authType");
};

test("nothing is set at first; parts are set, kept and removed one by one, and secrets are never answered", async () => {
  const tenant = flows.newTenant();
  const redirectUrl = `https://console.example.com/flow/sign-in/callback/${tenant.businessId}`;
  expect(await readSettings(tenant)).toEqual({ whatsapp: null, identityProvider: null, redirectUrl });
  await setWhatsApp(tenant, whatsapp);
  const { issuer, clientId, clientSecret } = provider;
  const put = (body: object) => send(tenant, "PUT", signInPath, body);
  const { status, body } = await put({ identityProvider: { issuer, clientId, clientSecret } });
  expect([status, body]).toEqual([
    200,
    {
      whatsapp: {
        phoneNumberId: "105954558954427",
        templateName: "verification_code",
        templateLanguage: "es_MX",
        codesPerDayMax: 500,
        lastSend: null,
        updatedAt: expect.any(String),
      },
      identityProvider: { issuer, clientId, updatedAt: expect.any(String) },
      redirectUrl,
    },
  ]);
  expect(JSON.stringify(await readSettings(tenant))).not.toMatch(new RegExp(`${whatsapp.token}|${clientSecret}`));
  expect((await put({ whatsapp: null })).body).toMatchObject({ whatsapp: null, identityProvider: { issuer } });
  expect(await send(tenant, "DELETE", signInPath)).toMatchObject({ status: 204 });
  expect(await readSettings(tenant)).toEqual({ whatsapp: null, identityProvider: null, redirectUrl });
});

test("a secret stays when it is left out, and is asked for again with another account", async () => {
  const tenant = flows.newTenant();
  await setWhatsApp(tenant, whatsapp);
  const { accessToken: _, ...kept } = whatsAppSettings(whatsapp, { templateLanguage: "es" });
  expect(await send(tenant, "PUT", signInPath, { whatsapp: kept })).toMatchObject({ status: 200 });
  expect((await sendTest(tenant)).body).toMatchObject({ outcome: "sent" });
  expect(whatsapp.sent.at(-1)?.template.language).toBe("es");
  for (const body of [
    { whatsapp: { ...kept, phoneNumberId: "999999999" } },
    { identityProvider: { issuer: provider.issuer, clientId: "new" } },
  ]) {
    const refused = await send(tenant, "PUT", signInPath, body);
    expect(refused).toMatchObject({ status: 422, body: { detail: expect.stringContaining("is needed for a new") } });
  }
});

test.each([
  [{}, "at least one field"],
  [{ whatsapp: { phoneNumberId: "+52 55" } }, "phoneNumberId"],
  [{ whatsapp: { accessToken: "a b" } }, "accessToken"],
  [{ whatsapp: { templateName: "Código" } }, "templateName"],
  [{ whatsapp: { templateLanguage: "español" } }, "templateLanguage"],
  [{ whatsapp: { codesPerDayMax: 0 } }, "codesPerDayMax"],
  [{ identityProvider: { issuer: "ftp://x", clientId: "c", clientSecret: "s" } }, "issuer"],
])("%j is refused with a sentence that names the field", async (body, field) => {
  const given = "whatsapp" in body ? { whatsapp: whatsAppSettings(whatsapp, body.whatsapp) } : body;
  const refused = await send(flows.newTenant(), "PUT", signInPath, given);
  expect(refused).toMatchObject({ status: 422, body: { detail: expect.stringContaining(field) } });
});

test("an identity provider on a private address, or one that is none, is refused", async () => {
  const tenant = flows.newTenant();
  const put = (issuer: string) =>
    send(tenant, "PUT", signInPath, { identityProvider: { issuer, clientId: "c", clientSecret: "s" } });
  expect(await put("https://10.0.0.1")).toMatchObject({ body: { error: "egress_refused" } });
  expect(await put(whatsapp.url)).toMatchObject({ status: 502, body: { error: "identity_provider_failed" } });
});

test.each([
  ["token_endpoint", undefined],
  ["token_endpoint", "/token"],
  ["token_endpoint", "ftp://idp.example/token"],
  ["token_endpoint", "http://10.0.0.1/token"],
  ["token_endpoint", "http://[::bad"],
  ["jwks_uri", undefined],
  ["jwks_uri", "::::"],
  ["authorization_endpoint", `https://idp.example/${"a".repeat(3000)}`],
  ["authorization_endpoint", "javascript:alert(1)"],
])(
  "an identity provider with which nobody can ever sign in, because its %s is %.40s, is refused",
  async (name, value) => {
    const other = await startIdentityProvider();
    const { issuer, clientId, clientSecret } = other;
    const put = () =>
      send(flows.newTenant(), "PUT", signInPath, { identityProvider: { issuer, clientId, clientSecret } });
    expect((await put()).status).toBe(200);
    other.document = { [name]: value };
    const refused = { error: "identity_provider_failed", detail: expect.stringContaining(name) };
    expect(await put()).toMatchObject({ status: 502, body: refused });
    other.close();
  },
);

test("an issuer with a line end is refused", async () => {
  const other = await startIdentityProvider();
  const { issuer, clientId, clientSecret } = other;
  other.document = { issuer: `${issuer}\r\n` };
  const answer = await send(flows.newTenant(), "PUT", signInPath, {
    identityProvider: { issuer, clientId, clientSecret },
  });
  expect(answer).toMatchObject({ status: 502, body: { error: "identity_provider_failed" } });
  other.close();
});

test("another business sees nothing of the settings and cannot use them", async () => {
  const owner = flows.newTenant();
  await setWhatsApp(owner, whatsapp);
  const tenant = flows.newTenant();
  expect(await readSettings(tenant)).toMatchObject({ whatsapp: null });
  expect(await sendTest(tenant)).toMatchObject({ status: 409, body: { error: "whatsapp_not_configured" } });
  await send(tenant, "DELETE", signInPath);
  expect(await readSettings(owner)).toMatchObject({ whatsapp: { phoneNumberId: "105954558954427" } });
});

test("a secret that was copied to another business cannot be decrypted", async () => {
  const [owner, tenant] = [flows.newTenant(), flows.newTenant()];
  await setWhatsApp(owner, whatsapp);
  await setWhatsApp(tenant, whatsapp);
  const read = (one: FlowsTenant) => one.scope().collection<{ _id: string; whatsapp: object }>("signInProviders");
  const stolen = await read(owner).findById(owner.businessId);
  await read(tenant).updateOne({ _id: tenant.businessId }, { $set: { whatsapp: stolen?.whatsapp ?? {} } });
  expect(await sendTest(tenant)).toMatchObject({ status: 500 });
});

test("a test sends one code, a repeat of its request sends none, and the same phone waits a minute", async () => {
  const tenant = flows.newTenant({ country: "MX" });
  await setWhatsApp(tenant, whatsapp);
  const before = whatsapp.sent.length;
  const first = await sendTest(tenant, { phone: "55 1234 5678" }, "same");
  expect(first).toMatchObject({ status: 200, body: { outcome: "sent", detail: "" } });
  expect(whatsapp.sent.at(-1)?.to).toBe("525512345678");
  expect(await sendTest(tenant, { phone: "55 1234 5678" }, "same")).toMatchObject({
    body: first.body,
    replayed: "true",
  });
  expect(await sendTest(tenant)).toMatchObject({ status: 429, body: { error: "rate_limited" } });
  expect(whatsapp.sent.length).toBe(before + 1);
  expect(await readSettings(tenant)).toMatchObject({ whatsapp: { lastSend: first.body } });
  expect(await sendTest(tenant, { phone: "12" })).toMatchObject({ status: 422 });
  expect(await send(tenant, "POST", testPath, { phone })).toMatchObject({ status: 422 });
});

test("the checklist says whether codes arrive, and forgets the outcome of a test when the settings change", async () => {
  const tenant = flows.newTenant();
  const slug = await createActiveFlow(tenant);
  expect(await readStep(tenant, slug)).toMatchObject({ state: "warning", code: "visitor_proof_missing" });
  await setWhatsApp(tenant, whatsapp);
  expect(await readStep(tenant, slug)).toMatchObject({ state: "warning", code: "visitor_codes_untested" });
  whatsapp.answerWith(whatsAppError(401, 190));
  const { status, body } = await sendTest(tenant, { phone: "+525511112222" });
  expect([status, body]).toMatchObject([200, { outcome: "failed", detail: expect.stringContaining("access token") }]);
  expect(JSON.stringify(body)).not.toContain("5512345678");
  expect(await readStep(tenant, slug)).toMatchObject({ state: "missing", code: "visitor_codes_fail" });
  whatsapp.answerWith(undefined);
  await sendTest(tenant, { phone: "+525511113333" });
  expect(await readStep(tenant, slug)).toMatchObject({ state: "done", code: "visitor_proof_set" });
  await send(tenant, "PATCH", `/v1/public/flows/${slug}`, { authType: "both" });
  expect(await readStep(tenant, slug)).toMatchObject({ state: "warning", code: "visitor_proof_partly_set" });
  await setWhatsApp(tenant, whatsapp, { templateName: "other" });
  expect(await readStep(tenant, slug)).toMatchObject({ code: "visitor_codes_untested" });
});

test("the checklist says that a code could not be sent to a visitor", async () => {
  const tenant = flows.newTenant();
  await setWhatsApp(tenant, whatsapp);
  const slug = await createActiveFlow(tenant);
  whatsapp.answerWith(whatsAppError(404, 132001));
  const browser = createBrowser(flows);
  await browser.open(slug);
  await browser.askForCode(slug, "+525598765432");
  expect(await readStep(tenant, slug)).toMatchObject({ state: "missing", code: "visitor_codes_fail" });
  expect(await readSettings(tenant)).toMatchObject({ whatsapp: { lastSend: { outcome: "failed" } } });
});

test("a test run skips the proof, says so, and sends no code", async () => {
  const tenant = flows.newTenant();
  await setWhatsApp(tenant, whatsapp);
  const slug = await createActiveFlow(tenant);
  const before = whatsapp.sent.length;
  const { body: run } = await send<{ _id: string; url: string }>(tenant, "POST", `/v1/public/flows/${slug}/test-runs`);
  const browser = createBrowser(flows);
  const { pathname } = new URL(run.url);
  expect((await browser.get(pathname)).text).toContain("<form");
  await browser.post(pathname, { first_name: "Ana", last_name: "Pérez", country: "MX" });
  const { body } = await send(tenant, "GET", `/v1/public/flows/${slug}/test-runs/${run._id}`);
  expect(body).toMatchObject({
    status: "passed",
    result: { steps: expect.arrayContaining([expect.objectContaining({ name: "proof", code: "test_proof_skipped" })]) },
  });
  expect(whatsapp.sent.length).toBe(before);
});

test("an agent that may change pages cannot choose how visitors prove who they are: without the provider they would prove nothing", async () => {
  const tenant = flows.newTenant();
  await setWhatsApp(tenant, whatsapp);
  const slug = await createActiveFlow(tenant);
  const scopes = ["flows:read", "flows:write"];
  const { businessId } = tenant;
  const patch = (body: object, more: string[] = []) =>
    send(flows.newTenant({ businessId, scopes: [...scopes, ...more] }), "PATCH", `/v1/public/flows/${slug}`, body);
  expect(await patch({ name: "Verano" })).toMatchObject({ status: 200 });
  const refused = { error: "forbidden", detail: expect.stringContaining("settings:write") };
  expect(await patch({ name: "Otoño", authType: "identity_provider" })).toMatchObject({ status: 403, body: refused });
  const { body } = await send(tenant, "GET", `/v1/public/flows/${slug}`);
  expect(body).toMatchObject({ name: "Verano", authType: "whatsapp" });
  expect(await patch({ authType: "both" }, ["settings:write"])).toMatchObject({ status: 200 });
});
