import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { findPageProblems, pairLooks, withPage } from "@tenant-ops/kit/testing/browser";
import type { BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { registerClient, signIn, type TestClient } from "../people/agents-of-people.js";
import { getAppUrl } from "../people/people.js";
import { type Business, type TestMesh, useSharedMesh } from "../mesh/test-mesh.js";

// What the tests of the page of consent share: connections.browser.test.ts has one language and look, connections.browser.long.test.ts the others.

export const languages = [
  ["es-MX", "Permitir"],
  ["en-US", "Allow"],
  ["pt-BR", "Permitir"],
] as const;

export const looks = pairLooks(languages.map(([locale]) => locale));

export interface ConsentPage {
  /** The page of consent of a new client, for a person who is signed in. */
  withConsent(options: BrowserContextOptions, work: (page: Page, client: TestClient) => Promise<void>): Promise<void>;
  /** Presses what `act` presses. @returns the parameters of the answer to the client */
  waitForAnswer(page: Page, act: () => Promise<void>): Promise<URLSearchParams>;
  /** The gateway, which is the issuer of the answer. */
  readonly url: string;
}

/** A business and the server of a client, for the tests of a `describe`. */
export function useConsentPage(): ConsentPage {
  let mesh: TestMesh;
  let business: Business;
  let callback: Server;
  let callbackUrl: string;
  beforeAll(async () => {
    mesh = await useSharedMesh();
    business = await mesh.createBusiness();
    // Like the servers of real clients: the callback redirects again, to a page that says it worked.
    callback = createServer((request, response) => {
      if (request.url?.startsWith("/callback")) response.writeHead(302, { location: "/end" });
      response.end("<!doctype html><title>Connected</title>");
    });
    await new Promise<void>((resolve) => callback.listen(0, "127.0.0.1", resolve));
    callbackUrl = `http://127.0.0.1:${(callback.address() as AddressInfo).port}/callback`;
  });
  afterAll(() => void callback?.close());

  const withConsent: ConsentPage["withConsent"] = async (options, work) => {
    const { cookie } = await signIn(mesh, business.businessId);
    const [name = "", value = ""] = cookie.split("=");
    const client = await registerClient(mesh.url, callbackUrl);
    const problems = await withPage(options, async (page) => {
      await page.context().addCookies([{ name, value, url: getAppUrl(mesh), sameSite: "Lax", httpOnly: true }]);
      await page.goto(client.authorizeUrl());
      await work(page, client);
    });
    expect(problems.filter((problem) => !problem.includes("favicon"))).toEqual([]);
  };

  const waitForAnswer: ConsentPage["waitForAnswer"] = async (page, act) => {
    const answered = page.waitForRequest((request) => request.url().startsWith(callbackUrl));
    await act();
    return new URL((await answered).url()).searchParams;
  };

  return {
    withConsent,
    waitForAnswer,
    get url() {
      return mesh.url;
    },
  };
}

/** Without script the page leads back to the client with a code. */
export const assertCode = (consent: ConsentPage, locale: string, allow: string): Promise<void> =>
  consent.withConsent({ locale, javaScriptEnabled: false }, async (page, client) => {
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toContain("Test agent");
    const answer = await consent.waitForAnswer(page, () => page.getByRole("button", { name: allow }).click());
    expect(answer.get("iss")).toBe(consent.url);
    expect((await client.exchange(answer.get("code") ?? "")).status).toBe(200);
  });

export const assertAccessible = (
  consent: ConsentPage,
  { language: locale, name, options }: (typeof looks)[number],
): Promise<void> =>
  consent.withConsent({ ...options, locale }, async (page) => {
    expect(await findPageProblems(page, `consent-${locale}-${name}`)).toEqual([]);
  });
