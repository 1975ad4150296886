// The page of consent in a real browser: without script, in three languages, light and dark, on phone and desktop, and by keyboard.
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import {
  findPageProblems,
  hasChromium,
  pairLooks,
  startBrowser,
  toBrowserTitle,
  withPage,
} from "@tenant-ops/kit/testing/browser";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { registerClient, signIn, type TestClient } from "./support/agents-of-people.js";
import { getAppUrl } from "./support/people.js";
import { type Business, useSharedMesh, type TestMesh } from "./support/test-mesh.js";

describe.skipIf(!hasChromium)(toBrowserTitle("the page of consent"), { timeout: 300_000 }, () => {
  let mesh: TestMesh;
  let business: Business;
  let browser: Browser;
  let callback: Server;
  let callbackUrl: string;
  beforeAll(async () => {
    mesh = await useSharedMesh();
    business = await mesh.createBusiness();
    browser = await startBrowser();
    // Like the servers of real clients: the callback redirects again, to a page that says it worked.
    callback = createServer((request, response) => {
      if (request.url?.startsWith("/callback")) response.writeHead(302, { location: "/end" });
      response.end("<!doctype html><title>Connected</title>");
    });
    await new Promise<void>((resolve) => callback.listen(0, "127.0.0.1", resolve));
    callbackUrl = `http://127.0.0.1:${(callback.address() as AddressInfo).port}/callback`;
  });
  afterAll(async () => {
    await browser?.close();
    callback?.close();
  });

  async function withConsent(
    options: BrowserContextOptions,
    work: (page: Page, client: TestClient) => Promise<void>,
  ): Promise<void> {
    const { cookie } = await signIn(mesh, business.businessId);
    const [name = "", value = ""] = cookie.split("=");
    const client = await registerClient(mesh.url, callbackUrl);
    const problems = await withPage(browser, options, async (page) => {
      await page.context().addCookies([{ name, value, url: getAppUrl(mesh), sameSite: "Lax", httpOnly: true }]);
      await page.goto(client.authorizeUrl());
      await work(page, client);
    });
    expect(problems.filter((problem) => !problem.includes("favicon"))).toEqual([]);
  }

  /** Presses what `act` presses. @returns the parameters of the answer to the client */
  async function waitForAnswer(page: Page, act: () => Promise<void>): Promise<URLSearchParams> {
    const answered = page.waitForRequest((request) => request.url().startsWith(callbackUrl));
    await act();
    return new URL((await answered).url()).searchParams;
  }

  const languages = [
    ["es-MX", "Permitir"],
    ["en-US", "Allow"],
    ["pt-BR", "Permitir"],
  ] as const;

  test.each(languages)("in %s leads back to the client with a code, without script", async (locale, allow) => {
    await withConsent({ locale, javaScriptEnabled: false }, async (page, client) => {
      expect(await page.getByRole("heading", { level: 1 }).textContent()).toContain("Test agent");
      const answer = await waitForAnswer(page, () => page.getByRole("button", { name: allow }).click());
      expect(answer.get("iss")).toBe(mesh.url);
      expect((await client.exchange(answer.get("code") ?? "")).status).toBe(200);
    });
  });

  const looks = pairLooks(languages.map(([locale]) => locale));
  test.each(looks)("in $language on $name has no findings", async ({ language: locale, name, options }) => {
    await withConsent({ ...options, locale }, async (page) => {
      expect(await findPageProblems(page, `consent-${locale}-${name}`)).toEqual([]);
    });
  });

  test("can be answered with the keyboard, and every control has a name", async () => {
    await withConsent({ locale: "en-US" }, async (page, client) => {
      for (const name of ["Stock", "Webhooks", "Require a preview before every change"])
        expect(await page.getByRole("checkbox", { name }).count()).toBe(1);
      await page.getByRole("radio", { name: "Only read" }).focus();
      await page.keyboard.press("Space");
      await page.getByRole("button", { name: "Allow" }).focus();
      const answer = await waitForAnswer(page, () => page.keyboard.press("Enter"));
      const { body } = await client.exchange(answer.get("code") ?? "");
      expect(body["scope"]).not.toContain("write");
    });
  });
});
