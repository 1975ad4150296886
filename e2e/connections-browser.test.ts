// The page of consent in a real browser: without script, in three languages, light and dark, by keyboard, and with the redirects of real clients.
import { existsSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import axe from "axe-core";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { registerClient, signIn, type TestClient } from "./support/agents-of-people.js";
import { getAppUrl } from "./support/people.js";
import { type Business, startTestMesh, type TestMesh } from "./support/test-mesh.js";

const executablePath = process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium";
// In the container of the tests there is no user but root, for whom Chromium has no sandbox.
const args = ["--no-sandbox", "--disable-dev-shm-usage"];

let mesh: TestMesh;
let business: Business;
let browser: Browser;
let callback: Server;
let callbackUrl: string;

describe.skipIf(!existsSync(executablePath))("the page of consent", () => {
  beforeAll(async () => {
    mesh = await startTestMesh({ services: ["supply", "console"] });
    business = await mesh.createBusiness();
    browser = await chromium.launch({ executablePath, args });
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
    await mesh.stop();
  });

  async function withPage(
    options: BrowserContextOptions,
    work: (page: Page, client: TestClient, problems: string[]) => Promise<void>,
  ): Promise<void> {
    const { cookie } = await signIn(mesh, business.businessId);
    const [name = "", value = ""] = cookie.split("=");
    const context = await browser.newContext(options);
    await context.addCookies([{ name, value, url: getAppUrl(mesh), sameSite: "Lax", httpOnly: true }]);
    const page = await context.newPage();
    const problems: string[] = [];
    page.on("console", (message) => {
      if (["error", "warning"].includes(message.type())) problems.push(message.text());
    });
    page.on("pageerror", (error) => problems.push(String(error)));
    try {
      await work(page, await registerClient(mesh.url, callbackUrl), problems);
    } finally {
      await context.close();
    }
  }

  const languages = [
    ["es-MX", "Permitir"],
    ["en-US", "Allow"],
    ["pt-BR", "Permitir"],
  ] as const;
  const cases = languages.flatMap(([locale, allow]) =>
    (["light", "dark"] as const).map((colorScheme) => [locale, colorScheme, allow] as const),
  );
  test.each(cases)(
    "in %s, %s: leads back to the client with a code, without script",
    async (locale, colorScheme, allow) => {
      await withPage({ locale, colorScheme, javaScriptEnabled: false }, async (page, client, problems) => {
        await page.goto(client.authorizeUrl());
        expect(await page.getByRole("heading", { level: 1 }).textContent()).toContain("Test agent");
        const answered = page.waitForRequest((request) => request.url().startsWith(callbackUrl));
        await page.getByRole("button", { name: allow }).click();
        const answer = new URL((await answered).url()).searchParams;
        expect(answer.get("iss")).toBe(mesh.url);
        expect((await client.exchange(answer.get("code") ?? "")).status).toBe(200);
        expect(problems.filter((problem) => !problem.includes("favicon"))).toEqual([]);
      });
    },
  );

  test("can be answered with the keyboard, and every control has a name", async () => {
    await withPage({ locale: "en-US" }, async (page, client) => {
      await page.goto(client.authorizeUrl());
      const findings = await page.evaluate(`${axe.source}; axe.run().then(({ violations }) => violations)`);
      expect(findings).toEqual([]);
      for (const name of ["Stock", "Webhooks", "Require a preview before every change"])
        expect(await page.getByRole("checkbox", { name }).count()).toBe(1);
      await page.getByRole("radio", { name: "Only read" }).focus();
      await page.keyboard.press("Space");
      const answered = page.waitForRequest((request) => request.url().startsWith(callbackUrl));
      await page.getByRole("button", { name: "Allow" }).focus();
      await page.keyboard.press("Enter");
      const code = new URL((await answered).url()).searchParams.get("code") ?? "";
      const { body } = await client.exchange(code);
      expect(body["scope"]).not.toContain("write");
    });
  });
});
