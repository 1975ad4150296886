// Every page that the console service renders, in three languages, light and dark, on a phone and a desktop: nothing that axe finds.
import { type Account, type StandInProvider, startIdentityProvider } from "@tenant-ops/kit/testing";
import { findPageProblems, hasChromium, toBrowserTitle, withPage } from "@tenant-ops/kit/testing/browser";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { registerClient, type TestClient } from "./support/people/agents-of-people.js";
import { createLink, getAppUrl, joinBusiness, type Person, joinAs } from "./support/people/people.js";
import { type TestMesh, useSharedMesh } from "./support/mesh/test-mesh.js";

const account: Account = { sub: "1", email: "luz@acme.example.com", email_verified: true, name: "Luz" };

describe.skipIf(!hasChromium)(toBrowserTitle("the pages of the console service"), { timeout: 900_000 }, () => {
  let mesh: TestMesh;
  let provider: StandInProvider;
  let appUrl: string;
  let owner: Person;
  let businessId: string;
  let otherId: string;
  let client: TestClient;
  beforeAll(async () => {
    [mesh, provider] = await Promise.all([useSharedMesh(), startIdentityProvider()]);
    appUrl = getAppUrl(mesh);
    [{ businessId }, { businessId: otherId }] = [await mesh.createBusiness(), await mesh.createBusiness()];
    owner = await joinBusiness(mesh, businessId);
    client = await registerClient(mesh.url);
    const { issuer, clientId, clientSecret } = provider;
    const settings = { issuer, clientId, clientSecret, domains: ["acme.example.com"], role: "operator" };
    const answer = await owner.call("PUT", `/v1/console/businesses/${businessId}/sign-in`, settings);
    if (answer.status !== 200) throw new Error(`the settings were refused: ${answer.status}`);
  });
  afterAll(() => provider?.close());

  /** Begins a sign-in at the provider in the browser of the page. @returns where the provider sends the browser back */
  async function beginAtProvider(page: Page, as: Account, change?: { nonce: string }): Promise<string> {
    const headers = { "sec-fetch-site": "same-origin" };
    const begun = await page.request.post(`${appUrl}/sign-in/b/${businessId}`, { headers, form: { return: "" } });
    return provider.signIn(begun.headers()["refresh"]?.replace("0; url=", "") ?? "", as, change);
  }

  async function createRecoveryLink(): Promise<string> {
    const path = `/v1/console/businesses/${businessId}/members`;
    const email = `${crypto.randomUUID()}@example.com`;
    await joinBusiness(mesh, businessId, { role: "viewer", email });
    // Another owner each time, because on a busy machine the proof of the first one would be too old.
    const colleague = await joinBusiness(mesh, businessId);
    const { body } = await colleague.call("GET", `${path}?search=${email}`);
    return (await colleague.call("POST", `${path}/${body.items[0]._id}/recovery`)).body.url as string;
  }

  /** Makes the person of the page a member of one more business. */
  async function joinOther(page: Page): Promise<void> {
    const cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
    const session = (await (await page.request.get(`${appUrl}/v1/console/session`)).json()) as {
      person: { _id: string };
    };
    const [name = "", value = ""] = (await joinAs(await createLink(mesh, otherId), cookie, session.person._id)).split(
      "=",
    );
    await page.context().addCookies([{ name, value, url: appUrl }]);
  }

  const getConnectUrl = (given?: Record<string, string>) =>
    client.authorizeUrl(given).replace(`${mesh.url}/oauth/authorize`, `${appUrl}/connect`);

  /** In the order in which one browser sees them: from the sixth on, a person is signed in. */
  const pages: Record<string, (page: Page) => Promise<unknown>> = {
    "sign-in": (page) => page.goto(`${appUrl}/sign-in`),
    invitation: async (page) => page.goto(await createLink(mesh, businessId)),
    "invitation-gone": (page) => page.goto(`${appUrl}/invitation/${"A".repeat(43)}`),
    recovery: async (page) => page.goto(await createRecoveryLink()),
    provider: (page) => page.goto(`${appUrl}/sign-in/b/${businessId}`),
    "provider-go-on": async (page) => {
      await page.route(`${provider.issuer}/**`, (route) => route.abort("aborted"));
      await page.locator("button").click();
      await page.locator(`a[href^="${provider.issuer}"]`).waitFor();
    },
    "provider-missing": (page) => page.goto(`${appUrl}/sign-in/b/${otherId}`),
    "provider-old": (page) => page.goto(`${appUrl}/sign-in/b/${businessId}/callback?state=old&code=old`),
    "provider-failed": async (page) => page.goto(await beginAtProvider(page, account, { nonce: "other" })),
    "provider-refused": async (page) =>
      page.goto(await beginAtProvider(page, { ...account, email: "luz@example.com" })),
    "new-passkey": async (page) => {
      await page.goto(await createLink(mesh, businessId));
      await page.locator("button").click();
      await page.waitForURL(/\/sign-in\/new-passkey/);
    },
    "sign-in-again": (page) => page.goto(`${appUrl}/sign-in`),
    "invitation-signed-in": async (page) => page.goto(await createLink(mesh, otherId)),
    consent: (page) => page.goto(getConnectUrl()),
    "consent-without-area": async (page) => {
      for (const box of await page.locator('input[name="area"]').all()) await box.uncheck();
      await page.locator('button[value="allow"]').click();
      await page.getByRole("alert").waitFor();
    },
    "unknown-client": (page) => page.goto(getConnectUrl({ client_id: "ocl_unknown" })),
    "business-choice": async (page) => {
      await joinOther(page);
      await page.goto(getConnectUrl());
    },
  };

  // The colors are those of every language.
  const looks = [
    { locale: "es-MX", colorScheme: "light" },
    { locale: "es-MX", colorScheme: "dark" },
    { locale: "en-US", colorScheme: "light" },
    { locale: "pt-BR", colorScheme: "light" },
  ] as const;
  test.each(looks)("in $locale, $colorScheme, have no findings", async ({ locale, colorScheme }) => {
    const phone = { width: 390, height: 844 };
    const findings: string[] = [];
    const problems = await withPage({ locale, colorScheme, viewport: phone }, async (page) => {
      for (const [name, open] of Object.entries(pages)) {
        await open(page);
        expect([name, await page.locator("html").getAttribute("lang")]).toEqual([name, locale.slice(0, 2)]);
        for (const width of [390, 1280]) {
          await page.setViewportSize({ ...phone, width });
          const found = await findPageProblems(page, `${name}-${locale}-${colorScheme}-${width}`);
          findings.push(...found.map((finding) => `${name} at ${width} px: ${finding}`));
        }
        await page.setViewportSize(phone);
      }
    });
    expect(findings).toEqual([]);
    // The browser notes each page of a refusal, and the provider that is not opened here.
    expect(problems.filter((problem) => !problem.startsWith("Failed to load resource"))).toEqual([]);
  });
});
