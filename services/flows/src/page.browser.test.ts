import { once } from "node:events";
import { existsSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { newId } from "@tenant-ops/kit/data";
import axe from "axe-core";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  browserUserAgent,
  consoleUrl,
  type TestFlows,
  createActiveFlow,
  createTarget,
  flowRequest,
  startTestFlows,
  type FlowsTenant,
} from "./testing.js";

const executablePath = process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium";
const hasChromium = existsSync(executablePath);
/** Directory for screenshots; without it none are taken. */
const screenshotDir = process.env["FLOW_PAGE_PICTURES"];

const windows = {
  phone: { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
  desktop: { viewport: { width: 1280, height: 900 } },
} satisfies Record<string, BrowserContextOptions>;

const fields = [
  { text: "First Name", value: "first_name", isRequired: true },
  { text: "Last Name", value: "last_name", isRequired: true },
  { text: "Correo electrónico", value: "email", type: "email", placeholder: "ana@ejemplo.com", isRequired: true },
  { text: "Teléfono", value: "phone", type: "phone" },
  { text: "Country", value: "country", type: "select", isRequired: true },
  { text: "Talla", value: "size", type: "select", placeholder: "Chica|Mediana|Grande", isRequired: true },
  { text: "Fecha de nacimiento", value: "born", type: "date" },
  { text: "¿Qué te gustaría ganar?", value: "wish", type: "textarea", placeholder: "Cuéntanos en una frase" },
  { text: "Acepto los términos y condiciones", value: "terms", type: "checkbox", isRequired: true },
];

const title = hasChromium
  ? "the page in a browser"
  : `the page in a browser: SKIPPED, no Chromium at ${executablePath} (CHROMIUM_PATH names another)`;
if (!hasChromium) console.warn(title);

// Starting a browser is slow while other tests run.
describe.skipIf(!hasChromium)(title, { timeout: 120_000 }, () => {
  let flows: TestFlows;
  let chromiumBrowser: Browser;
  let target: Server;
  let tenant: FlowsTenant;
  let slug: string;

  beforeAll(async () => {
    flows = await startTestFlows({ FLOW_ALLOW_HTTP_LOOPBACK: "true" });
    const flags =
      "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync";
    const unreachableExample = "--host-resolver-rules=MAP example.com 127.0.0.1:1";
    chromiumBrowser = await chromium.launch({
      executablePath,
      headless: true,
      args: [...flags.split(" "), unreachableExample],
    });
    target = createServer((_request, response) =>
      response.end("<!doctype html><title>Encuesta</title>Here is the survey"),
    ).listen(0, "127.0.0.1");
    await once(target, "listening");
    tenant = flows.newTenant();
    const survey = await createTarget(tenant, { url: `http://127.0.0.1:${(target.address() as AddressInfo).port}/s` });
    slug = await createActiveFlow(tenant, {
      name: "Gánate un viaje a Oaxaca con la rifa de verano",
      registrationFields: fields,
      campaign: "verano",
      redirectType: "survey",
      redirectTargetId: survey,
    });
  }, 120_000);

  afterAll(async () => {
    await chromiumBrowser.close();
    target.close();
    await flows.close();
  });

  async function withPage(options: BrowserContextOptions, work: (page: Page, problems: string[]) => Promise<void>) {
    const context = await chromiumBrowser.newContext({ userAgent: browserUserAgent, locale: "es-MX", ...options });
    try {
      await context.addInitScript(axe.source);
      const page = await context.newPage();
      const problems: string[] = [];
      page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
      page.on("pageerror", (error) => problems.push(error.message));
      await work(page, problems);
    } finally {
      await context.close();
    }
  }

  const address = (of = slug) => `${flows.service.httpUrl}/flow/${of}`;

  async function assertAccessible(page: Page, name: string): Promise<void> {
    if (screenshotDir) await page.screenshot({ path: `${screenshotDir}/${name}.png`, fullPage: true });
    const { violations } = await page.evaluate<axe.AxeResults>("axe.run()");
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`)).toEqual([]);
    const overflow = await page.evaluate<number>(
      "document.documentElement.scrollWidth - document.documentElement.clientWidth",
    );
    expect(overflow).toBe(0);
  }

  /** The browser moves the focus after it has shown the page. */
  async function expectFocus(page: Page, property: "id" | "className", value: string): Promise<void> {
    await expect.poll(() => page.evaluate(`document.activeElement.${property}`), { timeout: 30_000 }).toBe(value);
  }

  async function fillForm(page: Page): Promise<void> {
    await page.getByLabel("Nombre").fill("Ana");
    await page.getByLabel("Apellidos").fill("Pérez");
    await page.getByLabel("Correo electrónico").fill("ana@example.com");
    await page.getByLabel("Talla").selectOption("Mediana");
    await page.getByLabel("Acepto los términos y condiciones").check();
  }

  const appearances = Object.entries(windows).flatMap(([window, options]) =>
    (["light", "dark"] as const).map((colorScheme) => ({
      name: `${window}-${colorScheme}`,
      options: { ...options, colorScheme },
    })),
  );

  test.each([
    ["MX", "es"],
    ["US", "en"],
    ["BR", "pt"],
  ])(
    "a test run with documents is accessible from its form to its result, in light and dark (%s)",
    async (country, language) => {
      const owner = flows.newTenant({ country });
      const tested = await newFlowWithDocuments(owner);
      for (const { name, options } of appearances) {
        await withPage(options, async (page, problems) => {
          await page.goto(await startTestRun(owner, tested));
          expect(await page.evaluate("document.documentElement.lang")).toBe(language);
          await assertAccessible(page, `${name}-${language}-test-form`);
          await page.locator("input[type=text]").first().fill("Ana");
          await page.locator("button").click();
          await page.waitForSelector(".summary");
          await assertAccessible(page, `${name}-${language}-test-errors`);
          await page.locator("input[type=checkbox]").check();
          await page.locator("button").click();
          await page.waitForSelector(".badge");
          await assertAccessible(page, `${name}-${language}-test-result`);
          // The form that lacks the acceptance is answered with 422, which the browser reports.
          expect(problems.filter((problem) => !problem.includes("422"))).toEqual([]);
        });
      }
    },
  );

  /** An inactive flow with one question, a document to accept, and one that is only linked. */
  async function newFlowWithDocuments(owner: FlowsTenant): Promise<string> {
    const registrationFields = [{ text: "First Name", value: "first_name", isRequired: true }];
    const created = await owner.rpc.approveCreateFlow(flowRequest({ registrationFields }));
    for (const query of ["kind=terms", "kind=permit&requiresAcceptance=false"]) {
      const body = Buffer.from(`The text of ${query}`);
      const added = await owner.http("POST", `/v1/public/flows/${created.slug}/documents?${query}`, { body });
      expect(added.status).toBe(201);
    }
    return created.slug;
  }

  async function startTestRun(owner: FlowsTenant, of: string): Promise<string> {
    const answer = await owner.http("POST", `/v1/public/flows/${of}/test-runs`);
    const { url } = (await answer.json()) as { url: string };
    return url.replace(consoleUrl, flows.service.httpUrl);
  }

  test.each(appearances)(
    "every state of the page is accessible and fits the window: $name",
    async ({ name, options }) =>
      withPage(options, async (page, problems) => {
        await page.goto(address());
        await assertAccessible(page, `${name}-form`);

        await page.getByLabel("Correo electrónico").fill("ana@");
        await page.getByRole("button", { name: "Registrarme" }).click();
        await page.waitForSelector(".summary");
        await expectFocus(page, "className", "summary");
        expect(await page.getByLabel("Correo electrónico").inputValue()).toBe("ana@");
        await assertAccessible(page, `${name}-errors`);
        await page
          .getByRole("alert")
          .getByRole("link", { name: /Correo electrónico/ })
          .click();
        await expectFocus(page, "id", "field-email");

        await page.goto(address("no-such-flow-anywhere"));
        await assertAccessible(page, `${name}-missing`);

        const deletedTarget = await createTarget(tenant);
        const withoutTarget = await createActiveFlow(tenant, {
          redirectType: "survey",
          redirectTargetId: deletedTarget,
        });
        await tenant.http("DELETE", `/v1/public/flows/targets/${deletedTarget}`);
        await page.goto(address(withoutTarget));
        await page.getByLabel("Nombre").fill("Ana");
        await page.getByLabel("Apellidos").fill("Pérez");
        await page.getByRole("button", { name: "Registrarme" }).click();
        await page.waitForSelector("text=¡Gracias!");
        await assertAccessible(page, `${name}-thanks`);
        // The browser logs the statuses 422 and 404 of these pages; it must log nothing else.
        expect(problems.filter((text) => !/status of (404|422)/.test(text))).toEqual([]);
      }),
  );

  test.each(appearances.flatMap((appearance) => ["MX", "US"].map((country) => ({ ...appearance, country }))))(
    "a page of a sandbox shows its mark: $name, $country",
    async ({ name, options, country }) =>
      withPage(options, async (page, problems) => {
        const sandbox = flows.newTenant({ businessId: newId("sbx"), country });
        const { publicUrl } = await sandbox.rpc.getFlowBySlug({ slug: await createActiveFlow(sandbox) });
        await page.goto(address(publicUrl.split("/").at(-1)));
        expect(await page.getByText(country === "MX" ? "Página de prueba" : "Test page").isVisible()).toBe(true);
        await assertAccessible(page, `${name}-sandbox-${country}`);
        expect(problems).toEqual([]);
      }),
  );

  test.each([true, false])(
    "a visitor registers and arrives at the survey, JavaScript enabled: %s",
    async (javaScriptEnabled) =>
      withPage({ ...windows.phone, javaScriptEnabled }, async (page, problems) => {
        const countRegistrations = () => tenant.scope().collection("registrations").count({});
        const before = await countRegistrations();
        await page.goto(address());
        await fillForm(page);
        await page.getByRole("button", { name: "Registrarme" }).click();
        await page.waitForURL("**/s?utm_campaign=verano");
        expect(await page.textContent("body")).toContain("Here is the survey");
        expect(await countRegistrations()).toBe(before + 1);
        expect(problems).toEqual([]);
      }),
  );

  test("the policy of the page allows the form to redirect to an https address of another site", async () =>
    withPage(windows.phone, async (page, problems) => {
      await page.goto(
        address(await createActiveFlow(tenant, { redirectType: "url", redirectUrl: "https://example.com/hola" })),
      );
      await page.getByLabel("Nombre").fill("Ana");
      await page.getByLabel("Apellidos").fill("Pérez");
      const failedRequest = page.waitForEvent("requestfailed", (request) =>
        request.url().startsWith("https://example.com/hola"),
      );
      await page.getByRole("button", { name: "Registrarme" }).click();
      // The test maps example.com to a closed port. A policy that forbids the redirect would give BLOCKED_BY_CSP.
      expect((await failedRequest).failure()?.errorText).toBe("net::ERR_CONNECTION_REFUSED");
      expect(problems.filter((text) => /Content Security Policy/.test(text))).toEqual([]);
    }));

  test("all controls can be reached with the keyboard in their order", async () =>
    withPage(windows.desktop, async (page) => {
      await page.goto(address());
      const reached: string[] = [];
      for (let presses = 0; presses < 14; presses += 1) {
        await page.keyboard.press("Tab");
        const id = await page.evaluate<string>("document.activeElement.id || document.activeElement.tagName");
        if (reached.at(-1) !== id) reached.push(id);
      }
      expect(reached.slice(0, fields.length + 1)).toEqual([...fields.map(({ value }) => `field-${value}`), "BUTTON"]);
    }));
});
