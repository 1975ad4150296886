import { existsSync } from "node:fs";
import axe from "axe-core";
import { MongoClient } from "mongodb";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addAuthenticator, createLink, createPerson, getAppUrl, joinBusiness } from "./support/people.js";
import { useSharedMesh, type TestMesh } from "./support/test-mesh.js";

const executablePath = process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium";
const hasChromium = existsSync(executablePath);
/** Directory for screenshots; without it none are taken. */
const screenshotDir = process.env["PEOPLE_PAGE_PICTURES"];
const title = hasChromium
  ? "people in a browser"
  : `people in a browser: SKIPPED, no Chromium at ${executablePath} (CHROMIUM_PATH names another)`;
if (!hasChromium) console.warn(title);

describe.skipIf(!hasChromium)(title, { timeout: 120_000 }, () => {
  let testMesh: TestMesh;
  let mongo: MongoClient;
  let browser: Browser;
  let appUrl: string;
  beforeAll(async () => {
    testMesh = await useSharedMesh();
    appUrl = getAppUrl(testMesh);
    mongo = await new MongoClient(testMesh.mesh.mongodbUrl).connect();
    const flags =
      "--no-sandbox --disable-gpu --no-first-run --disable-background-networking --disable-component-update";
    browser = await chromium.launch({ executablePath, headless: true, args: flags.split(" ") });
  });
  afterAll(async () => {
    await browser?.close();
    await mongo?.close();
  });

  async function withPage(options: BrowserContextOptions, work: (page: Page, problems: string[]) => Promise<void>) {
    const context = await browser.newContext({ locale: "en-US", ...options });
    try {
      await context.addInitScript(axe.source);
      const page = await context.newPage();
      const problems: string[] = [];
      page.on("pageerror", (error) => problems.push(error.message));
      page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
      await work(page, problems);
    } finally {
      await context.close();
    }
  }

  const readCookie = async (page: Page): Promise<string> => {
    const cookies = await page.context().cookies();
    const session = cookies.find(({ name }) => name === "session");
    return session ? `session=${session.value}` : "";
  };

  async function assertAccessible(page: Page, name: string): Promise<void> {
    if (screenshotDir) await page.screenshot({ path: `${screenshotDir}/${name}.png`, fullPage: true });
    const { violations } = await page.evaluate<axe.AxeResults>("axe.run()");
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`)).toEqual([]);
    const overflow = await page.evaluate<number>(
      "document.documentElement.scrollWidth - document.documentElement.clientWidth",
    );
    expect(overflow).toBe(0);
  }

  test("a person joins with a link, adds a passkey, signs out, signs in with it and confirms with it", async () => {
    const { businessId } = await testMesh.createBusiness();
    await withPage({}, async (page, problems) => {
      await addAuthenticator(page);
      await page.goto(await createLink(testMesh, businessId));
      await page.getByRole("button", { name: "Accept the invitation" }).click();
      await page.waitForURL(/\/sign-in\/new-passkey/);
      await page.getByRole("button", { name: "Create a passkey" }).click();
      await page.waitForURL(`${appUrl}/b/${businessId}**`);
      const first = createPerson(testMesh, await readCookie(page));
      expect((await first.call("GET", "/v1/console/session")).body).toMatchObject({ hasPasskey: true });
      expect((await first.call("POST", "/v1/console/sign-out")).status).toBe(204);

      await page.goto(`${appUrl}/sign-in?return=${encodeURIComponent(`/b/${businessId}`)}`);
      await page.getByRole("button", { name: "Sign in with a passkey" }).click();
      await page.waitForURL(`${appUrl}/b/${businessId}**`);
      const cookie = await readCookie(page);
      expect(cookie).not.toBe(first.cookie);
      const { body } = await createPerson(testMesh, cookie).call("GET", "/v1/console/session");
      expect(body).toMatchObject({ businesses: [{ _id: businessId, role: "owner" }] });
      expect((await first.call("GET", "/v1/console/session")).status).toBe(401);
      await assertStepUp(page, businessId, cookie);
      expect(problems).toEqual([]);
    });
  });

  /** With an old proof an action is refused; after confirming with the passkey it is carried out, and the answer counts once. */
  async function assertStepUp(page: Page, businessId: string, cookie: string): Promise<void> {
    const person = createPerson(testMesh, cookie);
    const rename = () => person.call("PATCH", `/v1/console/businesses/${businessId}`, { name: "Renamed" });
    const { body } = await person.call("GET", "/v1/console/session");
    const sessions = mongo.db(`${testMesh.mesh.databasePrefix}console`).collection("sessions");
    await sessions.updateMany({ personId: body.person._id }, { $set: { provenAt: new Date(0) } });
    expect((await rename()).body.error).toBe("step_up_required");
    const { options } = (await person.call("POST", "/v1/console/step-up/options", {})).body;
    await page.goto(`${appUrl}/sign-in`);
    const answer = await page.evaluate<object>(`startAuthentication(${JSON.stringify(options)})`);
    const other = await joinBusiness(testMesh, businessId);
    expect((await other.call("POST", "/v1/console/step-up", { answer })).body.error).toBe("passkey_rejected");
    expect((await person.call("POST", "/v1/console/step-up", { answer })).status).toBe(200);
    expect((await person.call("POST", "/v1/console/step-up", { answer })).body.error).toBe("passkey_rejected");
    await expect.poll(async () => (await rename()).status).toBe(200);
  }

  test("every page for signing in is accessible in three languages, light and dark, on a phone and a desktop", async () => {
    const { businessId } = await testMesh.createBusiness();
    for (const locale of ["es-MX", "en-US", "pt-BR"])
      for (const colorScheme of ["light", "dark"] as const)
        for (const width of [390, 1440])
          await withPage({ locale, colorScheme, viewport: { width, height: 844 } }, async (page, problems) => {
            const name = `${locale}-${colorScheme}-${width}`;
            await page.goto(`${appUrl}/sign-in`);
            await assertAccessible(page, `sign-in-${name}`);
            await page.goto(await createLink(testMesh, businessId));
            await assertAccessible(page, `invitation-${name}`);
            await page.locator("button").click();
            await page.waitForURL(/\/sign-in\/new-passkey/);
            await assertAccessible(page, `new-passkey-${name}`);
            await page.goto(await createLink(testMesh, businessId));
            await assertAccessible(page, `invitation-signed-in-${name}`);
            expect(problems).toEqual([]);
          });
  });
});
