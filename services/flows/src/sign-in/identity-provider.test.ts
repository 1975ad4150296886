import { newId } from "@tenant-ops/kit/data";
import { startIdentityProvider, type StandInProvider } from "@tenant-ops/kit/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  consoleUrl,
  createActiveFlow,
  type FlowsTenant,
  readPage,
  send,
  startTestFlows,
  type TestFlows,
} from "../testing.js";
import { createBrowser, readPass, signInPath, standInSettings, type TestBrowser } from "./visitors.testing.js";

let provider: StandInProvider;
let flows: TestFlows;
beforeAll(async () => {
  provider = await startIdentityProvider();
  flows = await startTestFlows(standInSettings);
});
afterAll(async () => {
  await flows.close();
  provider.close();
});

const fields = [
  { text: "Nombre", value: "name", type: "text", placeholder: "", isRequired: true },
  { text: "Correo", value: "email", type: "email", placeholder: "", isRequired: false },
];
const ana = { sub: "ana-1", email: "Ana@Example.com", email_verified: true };
const callback = `${consoleUrl}/flow/sign-in/callback`;

async function createFlow(): Promise<{ tenant: FlowsTenant; slug: string }> {
  const tenant = flows.newTenant({ country: "MX" });
  const { issuer, clientId, clientSecret } = provider;
  const answer = await send(tenant, "PUT", signInPath, { identityProvider: { issuer, clientId, clientSecret } });
  expect(answer).toMatchObject({ status: 200, body: { redirectUrl: `${callback}/${tenant.businessId}` } });
  const slug = await createActiveFlow(tenant, { registrationFields: fields });
  await send(tenant, "PATCH", `/v1/public/flows/${slug}`, { authType: "identity_provider" });
  return { tenant, slug };
}

/** Goes to the provider. @returns the address to which it sends the browser back, as path and query on the host of the pages */
async function visitProvider(browser: TestBrowser, slug: string, account: object = ana, change = {}): Promise<string> {
  await browser.open(slug);
  const { status, location } = await browser.goToProvider(slug);
  expect(status).toBe(303);
  const { pathname, search } = new URL(provider.signIn(location ?? "", { ...ana, ...account }, change));
  return `${pathname}${search}`;
}

/** Follows the redirects back to the page of the flow. */
async function comeBack(browser: TestBrowser, back: string) {
  const common = await browser.get(back);
  expect(common.status).toBe(303);
  return browser.get(common.location ?? "");
}

const listRegistrations = async (tenant: FlowsTenant, slug: string) =>
  (await readPage<Record<string, unknown>>(tenant, `/v1/public/flows/${slug}/registrations`)).items;

test("a visitor signs in at the provider, and the registration has the verified e-mail address", async () => {
  const { tenant, slug } = await createFlow();
  const browser = createBrowser(flows);
  expect(await comeBack(browser, await visitProvider(browser, slug))).toMatchObject({
    status: 303,
    location: `/flow/${slug}`,
  });
  expect((await browser.open(slug)).text).toMatch(/readonly[^>]*value="ana@example.com"/s);
  expect(await browser.register(slug, { name: "Ana", email: "eva@example.com" })).toMatchObject({ status: 303 });
  expect(await listRegistrations(tenant, slug)).toMatchObject([
    {
      answers: { name: "Ana", email: "ana@example.com" },
      proof: { method: "identity_provider", issuer: provider.issuer, subject: "ana-1", email: "ana@example.com" },
    },
  ]);
});

test.each([
  [true, ["email"]],
  [false, []],
])(
  "when the address is verified by the provider (%s), the pass of the visitor says of these contacts that they are proven: %j",
  async (verified, provenContact) => {
    const { tenant, slug } = await createFlow();
    const id = flows.learning.addTarget(tenant, newId("crs"));
    await send(tenant, "PATCH", `/v1/public/flows/${slug}`, { redirect: { type: "course", targetId: id } });
    const browser = createBrowser(flows);
    await comeBack(browser, await visitProvider(browser, slug, { email_verified: verified }));
    const { location } = await browser.register(slug, { name: "Ana", email: "eva@example.com" });
    const pass = readPass(flows, location, { type: "course", id });
    expect(pass).toMatchObject({ isVerified: true, provenContact });
  },
);

test("a code for another business goes nowhere: its admin can begin a sign-in and send visitors to a provider that is not theirs", async () => {
  const [victim, attacker] = [await createFlow(), await createFlow()];
  const browser = createBrowser(flows);
  await browser.open(attacker.slug);
  const { location } = await browser.goToProvider(attacker.slug);
  const own = await send(victim.tenant, "GET", signInPath);
  const passedOn = new URL(location ?? "");
  passedOn.searchParams.set("redirect_uri", (own.body as { redirectUrl: string }).redirectUrl);
  const { pathname, search } = new URL(provider.signIn(passedOn.href, ana));
  const common = await browser.get(`${pathname}${search}`);
  const answer = common.location ? await browser.get(common.location) : common;
  expect(answer.status).toBe(404);
  expect(provider.codes).not.toContain(new URLSearchParams(search).get("code"));
});

test.each([[false], [undefined], ["no"], ["false"], [0], [null]])(
  "an e-mail address whose verification is %s proves nothing; the account does",
  async (verified) => {
    const { tenant, slug } = await createFlow();
    const browser = createBrowser(flows);
    await comeBack(browser, await visitProvider(browser, slug, { email_verified: verified }));
    await browser.register(slug, { name: "Ana", email: "eva@example.com" });
    const [registration] = await listRegistrations(tenant, slug);
    expect(registration).toMatchObject({ answers: { email: "eva@example.com" } });
    expect(registration?.["proof"]).toEqual({
      method: "identity_provider",
      issuer: provider.issuer,
      subject: "ana-1",
      at: expect.any(String),
    });
  },
);

test("an answer of the provider is accepted once, and only in the browser that began the sign-in", async () => {
  const { slug } = await createFlow();
  const browser = createBrowser(flows);
  const back = await visitProvider(browser, slug);
  const { location } = await createBrowser(flows).get(back);
  const thief = createBrowser(flows);
  await thief.open(slug);
  expect(await thief.get(location ?? "")).toMatchObject({ status: 400 });
  expect(await comeBack(browser, back)).toMatchObject({ status: 303, location: `/flow/${slug}` });
  expect(await comeBack(browser, back)).toMatchObject({ status: 400 });
});

test("a forged state, nonce or audience is refused, and a state cannot lead to another place", async () => {
  const { tenant, slug } = await createFlow();
  const browser = createBrowser(flows);
  await browser.open(slug);
  const forged = `${"A".repeat(43)}`;
  expect(
    await browser.get(`/flow/${slug}/sign-in/callback/${tenant.businessId}?code=x&state=${slug}.${forged}`),
  ).toMatchObject({
    status: 400,
  });
  for (const state of ["", "x", `//evil.example.${forged}`, `../admin.${forged}`, `a/b.${forged}`]) {
    const answer = await browser.get(
      `/flow/sign-in/callback/${tenant.businessId}?code=x&state=${encodeURIComponent(state)}`,
    );
    expect([state, answer.status]).toEqual([state, 404]);
  }
  for (const change of [{ nonce: "other" }, { aud: "other" }]) {
    expect(await comeBack(browser, await visitProvider(browser, slug, {}, change))).toMatchObject({ status: 400 });
  }
  expect(await browser.register(slug, { name: "Ana" })).toMatchObject({ status: 403 });
  expect(await listRegistrations(tenant, slug)).toEqual([]);
});

test.each([[""], ["x".repeat(256)], [undefined]])(
  "an account without a usable sub (%j) proves nothing",
  async (sub) => {
    const { slug } = await createFlow();
    const browser = createBrowser(flows);
    const answer = await comeBack(browser, await visitProvider(browser, slug, { sub }));
    expect(answer).toMatchObject({ status: 400, text: expect.stringContaining('role="alert"') });
    expect(await browser.register(slug, { name: "Ana" })).toMatchObject({ status: 403 });
  },
);

test("with both ways, the visitor chooses; with one of them set, that one is shown", async () => {
  const { tenant, slug } = await createFlow();
  await send(tenant, "PATCH", `/v1/public/flows/${slug}`, { authType: "both" });
  const one = await createBrowser(flows).open(slug);
  expect([one.text.includes("/sign-in/provider"), one.text.includes("/sign-in/code")]).toEqual([true, false]);
  const whatsapp = {
    phoneNumberId: "12345678",
    accessToken: "token",
    templateName: "code",
    templateLanguage: "es",
  };
  await send(tenant, "PUT", signInPath, { whatsapp });
  const two = await createBrowser(flows).open(slug);
  expect([two.text.includes("/sign-in/provider"), two.text.includes("/sign-in/code")]).toEqual([true, true]);
});

test("a provider that does not answer is a sentence for the visitor", async () => {
  const { slug } = await createFlow();
  const gone = await startIdentityProvider();
  const { tenant, slug: other } = await createFlow();
  const { issuer, clientId, clientSecret } = gone;
  await send(tenant, "PUT", signInPath, { identityProvider: { issuer, clientId, clientSecret } });
  gone.close();
  const browser = createBrowser(flows);
  await browser.open(other);
  expect(await browser.goToProvider(other)).toMatchObject({ status: 502 });
  await browser.open(slug);
  expect(await browser.goToProvider(slug)).toMatchObject({ status: 303 });
});
