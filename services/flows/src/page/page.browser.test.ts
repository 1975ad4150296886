import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { newId } from "@tenant-ops/kit/data";
import {
  appearances,
  findPageProblems,
  hasChromium,
  pairLooks,
  startBrowser,
  toBrowserTitle,
  withPage,
} from "@tenant-ops/kit/testing/browser";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  consoleUrl,
  type TestFlows,
  createActiveFlow,
  createTarget,
  flowRequest,
  startTestFlows,
  type FlowsTenant,
} from "../testing.js";

const phone = { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };

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

// Starting a browser is slow while other tests run.
describe.skipIf(!hasChromium)(toBrowserTitle("the page in a browser"), { timeout: 120_000 }, () => {
  let flows: TestFlows;
  let browser: Browser;
  let target: Server;
  let tenant: FlowsTenant;
  let slug: string;

  beforeAll(async () => {
    flows = await startTestFlows({ FLOW_ALLOW_HTTP_LOOPBACK: "true" });
    // It cannot be reached.
    browser = await startBrowser("--host-resolver-rules=MAP example.com 127.0.0.1:1");
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
    await browser.close();
    target.close();
    await flows.close();
  });

  const usePage = (options: BrowserContextOptions, work: (page: Page) => Promise<void>): Promise<string[]> =>
    withPage(browser, { locale: "es-MX", ...options }, work);

  const address = (of = slug) => `${flows.service.httpUrl}/flow/${of}`;

  async function assertAccessible(page: Page, name: string): Promise<void> {
    expect(await findPageProblems(page, `flow-${name}`)).toEqual([]);
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

  const languages = [
    { country: "MX", lang: "es" },
    { country: "US", lang: "en" },
    { country: "BR", lang: "pt" },
  ];
  test.each(pairLooks(languages))(
    "a test run with documents is accessible from its form to its result: $name, $language.country",
    async ({ name, options, language: { country, lang } }) => {
      const owner = flows.newTenant({ country });
      const tested = await newFlowWithDocuments(owner);
      const problems = await usePage(options, async (page) => {
        await page.goto(await startTestRun(owner, tested));
        expect(await page.evaluate("document.documentElement.lang")).toBe(lang);
        await assertAccessible(page, `${name}-${lang}-test-form`);
        await page.locator("input[type=text]").first().fill("Ana");
        await page.locator("button").click();
        await page.waitForSelector(".summary");
        await assertAccessible(page, `${name}-${lang}-test-errors`);
        await page.locator("input[type=checkbox]").check();
        await page.locator("button").click();
        await page.waitForSelector(".badge");
        await assertAccessible(page, `${name}-${lang}-test-result`);
      });
      // The form that lacks the acceptance is answered with 422, which the browser reports.
      expect(problems.filter((problem) => !problem.includes("422"))).toEqual([]);
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
    async ({ name, options }) => {
      const problems = await usePage(options, async (page) => {
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
      });
      // The browser logs the statuses 422 and 404 of these pages; it must log nothing else.
      expect(problems.filter((text) => !/status of (404|422)/.test(text))).toEqual([]);
    },
  );

  test.each(pairLooks(["MX", "US"]))(
    "a page of a sandbox shows its mark: $name, $language",
    async ({ name, options, language: country }) => {
      const sandbox = flows.newTenant({ businessId: newId("sbx"), country });
      const { publicUrl } = await sandbox.rpc.getFlowBySlug({ slug: await createActiveFlow(sandbox) });
      const problems = await usePage(options, async (page) => {
        await page.goto(address(publicUrl.split("/").at(-1)));
        expect(await page.getByText(country === "MX" ? "Página de prueba" : "Test page").isVisible()).toBe(true);
        await assertAccessible(page, `${name}-sandbox-${country}`);
      });
      expect(problems).toEqual([]);
    },
  );

  test.each([true, false])(
    "a visitor registers and arrives at the survey, JavaScript enabled: %s",
    async (javaScriptEnabled) => {
      const problems = await usePage({ ...phone, javaScriptEnabled }, async (page) => {
        const countRegistrations = () => tenant.scope().collection("registrations").count({});
        const before = await countRegistrations();
        await page.goto(address());
        await fillForm(page);
        await page.getByRole("button", { name: "Registrarme" }).click();
        await page.waitForURL("**/s?utm_campaign=verano");
        expect(await page.textContent("body")).toContain("Here is the survey");
        expect(await countRegistrations()).toBe(before + 1);
      });
      expect(problems).toEqual([]);
    },
  );

  test("the policy of the page allows the form to redirect to an https address of another site", async () => {
    const problems = await usePage(phone, async (page) => {
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
    });
    expect(problems.filter((text) => /Content Security Policy/.test(text))).toEqual([]);
  });

  test("all controls can be reached with the keyboard in their order", async () => {
    await usePage({}, async (page) => {
      await page.goto(address());
      const reached: string[] = [];
      for (let presses = 0; presses < 14; presses += 1) {
        await page.keyboard.press("Tab");
        const id = await page.evaluate<string>("document.activeElement.id || document.activeElement.tagName");
        if (reached.at(-1) !== id) reached.push(id);
      }
      expect(reached.slice(0, fields.length + 1)).toEqual([...fields.map(({ value }) => `field-${value}`), "BUTTON"]);
    });
  });
});
