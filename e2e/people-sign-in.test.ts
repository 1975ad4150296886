import { randomBytes, randomUUID } from "node:crypto";
import { createKeyring, encryptSecret } from "@tenant-ops/kit/encryption";
import { MongoClient } from "mongodb";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Account, type StandInProvider, startIdentityProvider } from "@tenant-ops/kit/testing";
import { createPerson, getAppUrl, joinBusiness, type Person, readSessionCookie } from "./support/people/people.js";
import { useSharedMesh, type TestMesh } from "./support/mesh/test-mesh.js";

let testMesh: TestMesh;
let provider: StandInProvider;
let appUrl: string;
beforeAll(async () => {
  testMesh = await useSharedMesh();
  provider = await startIdentityProvider();
  appUrl = getAppUrl(testMesh);
});
afterAll(async () => {
  provider?.close();
});

const createAccount = (given: Partial<Account> = {}): Account => ({
  sub: randomUUID(),
  email: "luz@acme.example.com",
  email_verified: true,
  name: "Luz Marín",
  ...given,
});

interface BusinessWithProvider {
  businessId: string;
  owner: Person;
  path: string;
  redirectUrl: string;
}

async function createBusinessWithProvider(
  used: StandInProvider = provider,
  change: object = {},
): Promise<BusinessWithProvider> {
  const { businessId } = await testMesh.createBusiness();
  const owner = await joinBusiness(testMesh, businessId);
  const path = `/v1/console/businesses/${businessId}/sign-in`;
  const { issuer, clientId, clientSecret } = used;
  const settings = { issuer, clientId, clientSecret, domains: ["acme.example.com"], role: "operator", ...change };
  const answer = await owner.call("PUT", path, settings);
  expect(answer).toMatchObject({
    status: 200,
    body: { signInUrl: `${appUrl}/sign-in/b/${businessId}`, provider: { issuer } },
  });
  expect(JSON.stringify(answer.body)).not.toContain(clientSecret);
  return { businessId, owner, path, redirectUrl: answer.body.redirectUrl };
}

/** As if the secret had been stored with a value that LINK_SECRET does not contain any more. */
async function encryptWithLostKey(businessId: string): Promise<void> {
  const { mongodbUrl, databasePrefix } = testMesh.mesh;
  const clientSecret = encryptSecret(createKeyring([randomBytes(32)]), provider.clientSecret, businessId);
  const client = await new MongoClient(mongodbUrl).connect();
  const providers = client.db(`${databasePrefix}console`).collection<{ _id: string }>("identityProviders");
  expect((await providers.updateOne({ _id: businessId }, { $set: { clientSecret } })).modifiedCount).toBe(1);
  await client.close();
}

/** Presses the button of the page. */
const press = (businessId: string): Promise<Response> =>
  fetch(`${appUrl}/sign-in/b/${businessId}`, {
    method: "POST",
    headers: { "sec-fetch-site": "same-origin", "content-type": "application/x-www-form-urlencoded" },
  });

/** @returns where the browser is sent, and the cookie that ties it to the sign-in */
async function begin(businessId: string): Promise<{ target: string; cookie: string }> {
  const answer = await press(businessId);
  expect(answer.status).toBe(200);
  const cookie = answer.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  return { target: answer.headers.get("refresh")?.replace("0; url=", "") ?? "", cookie };
}

const comeBack = (address: string, cookie: string): Promise<Response> =>
  fetch(address, { redirect: "manual", headers: { cookie } });

async function signIn(businessId: string, account: Account): Promise<Response> {
  const { target, cookie } = await begin(businessId);
  return comeBack(provider.signIn(target, account), cookie);
}

describe("signing in with the identity provider of a business", () => {
  test("makes a member with the role of the settings, and the same person the next time", async () => {
    const { businessId } = await createBusinessWithProvider();
    const account = createAccount();
    const first = await signIn(businessId, account);
    expect([first.status, first.headers.get("location")]).toEqual([303, `/b/${businessId}`]);
    const { body } = await createPerson(testMesh, readSessionCookie(first)).call("GET", "/v1/console/session");
    expect(body).toMatchObject({ person: { name: "Luz Marín" }, businesses: [{ _id: businessId, role: "operator" }] });
    const again = createPerson(testMesh, readSessionCookie(await signIn(businessId, account)));
    expect((await again.call("GET", "/v1/console/session")).body.person._id).toBe(body.person._id);
  });

  test("never signs in an existing person because of the e-mail", async () => {
    const { businessId } = await createBusinessWithProvider();
    const invited = await joinBusiness(testMesh, businessId, { email: "luz@acme.example.com", role: "admin" });
    const own = (await invited.call("GET", "/v1/console/session")).body.person._id;
    const person = createPerson(testMesh, readSessionCookie(await signIn(businessId, createAccount())));
    const { body } = await person.call("GET", "/v1/console/session");
    expect(body.person._id).not.toBe(own);
    expect(body.businesses).toMatchObject([{ role: "operator" }]);
  });

  test.each([
    ["an e-mail of another domain", { email: "luz@other.example.com" }],
    ["an e-mail of a subdomain", { email: "luz@sub.acme.example.com" }],
    ["an e-mail with a second domain", { email: "luz@acme.example.com@other.example.com" }],
    ["an e-mail that the provider has not verified", { email_verified: false }],
    ["a text in place of the claim email_verified", { email_verified: "false" }],
    ["null in place of the claim email_verified", { email_verified: null }],
    ["no claim email_verified", { email_verified: undefined }],
    ["no e-mail", { email: "" }],
  ])("refuses an account with %s", async (_, given) => {
    const { businessId } = await createBusinessWithProvider();
    const answer = await signIn(businessId, createAccount(given));
    expect([answer.status, readSessionCookie(answer)]).toEqual([403, ""]);
  });

  test.each(["", "x".repeat(256)])("makes no person of an account with the sub %j", async (sub) => {
    const { businessId, owner } = await createBusinessWithProvider();
    const answer = await signIn(businessId, createAccount({ sub }));
    expect([answer.status, readSessionCookie(answer)]).toEqual([400, ""]);
    const members = await owner.call("GET", `/v1/console/businesses/${businessId}/members`);
    expect(members.body.items).toHaveLength(1);
  });

  test("refuses an answer that is repeated, comes in another browser, or has another nonce, audience or code", async () => {
    const { businessId } = await createBusinessWithProvider();
    const { target, cookie } = await begin(businessId);
    const address = provider.signIn(target, createAccount());
    expect((await comeBack(address, (await begin(businessId)).cookie)).status).toBe(400);
    expect((await comeBack(address, "")).status).toBe(400);
    expect((await comeBack(address, cookie)).status).toBe(303);
    expect((await comeBack(address, cookie)).status).toBe(400);
    for (const change of [{ nonce: "other" }, { aud: "other" }]) {
      const begun = await begin(businessId);
      const answer = await comeBack(provider.signIn(begun.target, createAccount(), change), begun.cookie);
      expect([answer.status, readSessionCookie(answer)]).toEqual([400, ""]);
    }
    const [one, other] = [await begin(businessId), await begin(businessId)];
    const code = new URL(provider.signIn(other.target, createAccount())).searchParams.get("code") ?? "";
    const mixed = new URL(provider.signIn(one.target, createAccount()));
    mixed.searchParams.set("code", code);
    expect((await comeBack(mixed.href, one.cookie)).status).toBe(400);
  });

  test("sends no code to the provider of another business, whose admin began the sign-in and passed the person on", async () => {
    const hostile = await startIdentityProvider();
    const [attacker, victim] = [await createBusinessWithProvider(hostile), await createBusinessWithProvider()];
    const begun = await begin(attacker.businessId);
    const passedOn = new URL(begun.target.replace(hostile.issuer, provider.issuer));
    passedOn.searchParams.set("redirect_uri", victim.redirectUrl);
    const answer = await comeBack(provider.signIn(passedOn.href, createAccount()), begun.cookie);
    hostile.close();
    expect([answer.status, readSessionCookie(answer)]).toEqual([400, ""]);
    expect(hostile.codes).toEqual([]);
  });

  test("refuses an answer that names another issuer", async () => {
    const { businessId } = await createBusinessWithProvider();
    const { target, cookie } = await begin(businessId);
    const mixed = `${provider.signIn(target, createAccount())}&iss=https%3A%2F%2Fevil.example.com`;
    expect((await comeBack(mixed, cookie)).status).toBe(400);
  });

  test("refuses a token that is not signed with a key of the provider", async () => {
    const forger = await startIdentityProvider();
    const { businessId } = await createBusinessWithProvider(forger);
    forger.signsWithOtherKey = true;
    const { target, cookie } = await begin(businessId);
    expect((await comeBack(forger.signIn(target, createAccount()), cookie)).status).toBe(400);
    forger.signsWithOtherKey = false;
    const again = await begin(businessId);
    expect((await comeBack(forger.signIn(again.target, createAccount()), again.cookie)).status).toBe(303);
    forger.close();
  });

  test("accepts an account without the claim email_verified where the settings say that all addresses are verified", async () => {
    const { businessId } = await createBusinessWithProvider(provider, { acceptsMissingEmailVerified: true });
    expect((await signIn(businessId, createAccount({ email_verified: undefined }))).status).toBe(303);
    expect((await signIn(businessId, createAccount({ email_verified: "no" }))).status).toBe(403);
  });

  test.each([
    ["now", undefined, "passkey_missing"],
    ["an hour ago", Math.floor(Date.now() / 1000) - 3600, "step_up_required"],
    ["the provider does not say when", 0, "step_up_required"],
  ])(
    "counts as a proof only when the person has just given one to the provider: %s",
    async (_, auth_time, expected) => {
      const { businessId } = await createBusinessWithProvider();
      expect(new URL((await begin(businessId)).target).searchParams.get("max_age")).toBe("300");
      const answer = await signIn(businessId, createAccount(auth_time === undefined ? {} : { auth_time }));
      const person = createPerson(testMesh, readSessionCookie(answer));
      const { body } = await person.call("GET", "/v1/console/session");
      expect(Date.parse(body.provenUntil) > Date.now()).toBe(expected === "passkey_missing");
      const added = await person.call("POST", "/v1/console/passkeys/options", {});
      expect(added.body.error).toBe(expected === "passkey_missing" ? undefined : expected);
    },
  );

  test.each([
    ["the provider is removed", ({ path, owner }: BusinessWithProvider) => owner.call("DELETE", path)],
    [
      "the domain of the person is removed",
      ({ path, owner }: BusinessWithProvider) => {
        const { issuer, clientId } = provider;
        return owner.call("PUT", path, { issuer, clientId, domains: ["other.example.com"], role: "viewer" });
      },
    ],
  ])("ends the sessions that it began when %s, and no other", async (_, change) => {
    const business = await createBusinessWithProvider();
    const person = createPerson(testMesh, readSessionCookie(await signIn(business.businessId, createAccount())));
    const begun = await begin(business.businessId);
    expect((await person.call("GET", "/v1/console/session")).status).toBe(200);
    expect((await change(business)).status).toBeLessThan(300);
    expect((await person.call("GET", "/v1/console/session")).status).toBe(401);
    expect((await business.owner.call("GET", "/v1/console/session")).status).toBe(200);
    const late = await comeBack(provider.signIn(begun.target, createAccount()), begun.cookie);
    expect([late.status >= 400, readSessionCookie(late)]).toEqual([true, ""]);
  });

  test("does not make a removed member a member again", async () => {
    const { businessId, owner } = await createBusinessWithProvider();
    const account = createAccount();
    await signIn(businessId, account);
    const members = `/v1/console/businesses/${businessId}/members`;
    const { body } = await owner.call("GET", `${members}?role=operator`);
    expect((await owner.call("DELETE", `${members}/${body.items[0]._id}`)).status).toBe(204);
    expect((await signIn(businessId, account)).status).toBe(403);
  });

  test("shows the redirect URI before there is a provider, and tests an issuer without storing anything", async () => {
    const { businessId } = await testMesh.createBusiness();
    const owner = await joinBusiness(testMesh, businessId);
    const path = `/v1/console/businesses/${businessId}/sign-in`;
    const empty = { provider: null, redirectUrl: `${appUrl}/sign-in/b/${businessId}/callback` };
    expect((await owner.call("GET", path)).body).toMatchObject(empty);
    const { issuer } = provider;
    const tested = await owner.call("POST", `${path}/test`, { issuer });
    const endpoints = { authorizationEndpoint: `${issuer}/authorize`, tokenEndpoint: `${issuer}/token` };
    expect([tested.status, tested.body]).toEqual([200, { issuer, ...endpoints }]);
    for (const [wrong, status, error] of [
      ["http://10.0.0.1", 422, "egress_refused"],
      [`${issuer}/missing`, 502, "identity_provider_failed"],
      ["no address", 422, "invalid_argument"],
    ]) {
      const answer = await owner.call("POST", `${path}/test`, { issuer: wrong });
      expect([answer.status, answer.body.error]).toEqual([status, error]);
    }
    expect((await owner.call("GET", path)).body).toMatchObject(empty);
  });

  test("stores the issuer as its document says it, and refuses the document of another issuer and of many organizations", async () => {
    const other = await startIdentityProvider();
    const { owner, path } = await createBusinessWithProvider(other);
    const { issuer, clientId, clientSecret } = other;
    const put = (given: string) =>
      owner.call("PUT", path, { issuer: given, clientId, clientSecret, domains: ["acme.example.com"], role: "viewer" });
    for (const given of [`${issuer}/`, `${issuer}/.well-known/openid-configuration`])
      expect((await put(given)).body.provider.issuer).toBe(issuer);
    other.document = { issuer: `${issuer}/` };
    expect((await put(issuer)).body.provider.issuer).toBe(`${issuer}/`);
    for (const named of ["https://idp.example.com", `${issuer}/{tenantid}/v2.0`]) {
      other.document = { issuer: named };
      for (const given of [issuer, `${issuer}/.well-known/openid-configuration`]) {
        const { status, body } = await put(given);
        expect([status, body.error, body.detail]).toEqual([
          502,
          "identity_provider_failed",
          expect.stringContaining(named),
        ]);
      }
    }
    other.document = { authorization_endpoint: "javascript:alert(1)" };
    expect((await put(issuer)).body.error).toBe("identity_provider_failed");
    other.close();
  });

  test("signs nobody in when the document of the provider names another issuer than the one that was stored", async () => {
    const other = await startIdentityProvider();
    const { businessId } = await createBusinessWithProvider(other);
    const begun = await begin(businessId);
    const address = other.signIn(begun.target, createAccount());
    other.document = { issuer: `${other.issuer}/` };
    expect((await press(businessId)).status).toBe(502);
    expect((await comeBack(address, begun.cookie)).status).toBe(400);
    other.close();
  });

  test("keeps the stored secret only for the same issuer and client, and stops when the settings are deleted", async () => {
    const { businessId, owner, path } = await createBusinessWithProvider();
    const { issuer, clientId } = provider;
    const settings = { issuer, clientId, domains: ["acme.example.com"], role: "viewer" };
    const once = { "idempotency-key": "once" };
    const first = await owner.call("PUT", path, settings, once);
    expect(first.status).toBe(200);
    expect((await owner.call("PUT", path, { ...settings, role: "operator" })).status).toBe(200);
    const repeated = await owner.call("PUT", path, settings, once);
    expect([repeated.body, repeated.headers.get("idempotent-replayed")]).toEqual([first.body, "true"]);
    expect((await owner.call("GET", path)).body.provider.role).toBe("operator");
    expect((await owner.call("PUT", path, { ...settings, clientId: "other" })).status).toBe(422);
    expect((await owner.call("PUT", path, { ...settings, issuer: "http://10.0.0.1" })).body.error).toBe(
      "egress_refused",
    );
    const unreachable = { ...settings, issuer: `${issuer}/missing`, clientSecret: "x" };
    expect((await owner.call("PUT", path, unreachable)).body.error).toBe("identity_provider_failed");
    for (let times = 0; times < 2; times += 1)
      expect((await owner.call("DELETE", path, undefined, { "idempotency-key": "end" })).status).toBe(204);
    expect((await owner.call("DELETE", path)).body.error).toBe("sign_in_not_configured");
    expect((await fetch(`${appUrl}/sign-in/b/${businessId}`)).status).toBe(404);
  });

  test("says that the client secret must be entered again when its key was removed from LINK_SECRET, and works after that", async () => {
    const { businessId, owner, path } = await createBusinessWithProvider();
    const account = createAccount();
    const begun = await begin(businessId);
    await encryptWithLostKey(businessId);
    const pressed = await press(businessId);
    const back = await comeBack(provider.signIn(begun.target, account), begun.cookie);
    for (const answer of [pressed, back])
      expect([answer.status, await answer.text()]).toEqual([503, expect.stringContaining("enter the secret")]);

    const { issuer, clientId, clientSecret } = provider;
    const settings = { issuer, clientId, domains: ["acme.example.com"], role: "operator" };
    expect((await owner.call("PUT", path, settings)).body).toMatchObject({
      error: "invalid_argument",
      detail: "clientSecret: is needed: the stored one cannot be read any more",
    });
    expect((await owner.call("PUT", path, { ...settings, clientSecret })).status).toBe(200);
    expect((await signIn(businessId, account)).status).toBe(303);
  });
});
