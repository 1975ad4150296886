import { once } from "node:events";
import { existsSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import axe from "axe-core";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { browser as agent, type FlowsHouse, givenFlow, givenTarget, startFlows, type Tenant } from "./testing.js";

const executablePath = process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium";
const isHere = existsSync(executablePath);
/** Where to put pictures for people to look at; none are taken otherwise. */
const pictures = process.env["FLOW_PAGE_PICTURES"];

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

const title = isHere
  ? "the page in a browser"
  : `the page in a browser: SKIPPED, no Chromium at ${executablePath} (CHROMIUM_PATH names another)`;
if (!isHere) console.warn(title);

// A browser is slow to start where many tests run at once.
describe.skipIf(!isHere)(title, { timeout: 60_000 }, () => {
  let house: FlowsHouse;
  let chrome: Browser;
  let target: Server;
  let tenant: Tenant;
  let slug: string;

  beforeAll(async () => {
    house = await startFlows({ FLOW_ALLOW_HTTP_LOOPBACK: "true" });
    // Playwright gives every browser a new, empty profile and removes it afterwards.
    const flags =
      "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync";
    const nowhere = "--host-resolver-rules=MAP example.com 127.0.0.1:1";
    chrome = await chromium.launch({ executablePath, headless: true, args: [...flags.split(" "), nowhere] });
    target = createServer((_request, response) =>
      response.end("<!doctype html><title>Encuesta</title>Here is the survey"),
    ).listen(0, "127.0.0.1");
    await once(target, "listening");
    tenant = house.newTenant();
    const survey = await givenTarget(tenant, { url: `http://127.0.0.1:${(target.address() as AddressInfo).port}/s` });
    slug = await givenFlow(tenant, {
      name: "Gánate un viaje a Oaxaca con la rifa de verano",
      registrationFields: fields,
      campaign: "verano",
      redirectType: "survey",
      redirectTargetId: survey,
    });
  });

  afterAll(async () => {
    await chrome.close();
    target.close();
    await house.close();
  });

  async function inWindow(options: BrowserContextOptions, work: (page: Page, complaints: string[]) => Promise<void>) {
    const context = await chrome.newContext({ userAgent: agent, locale: "es-MX", ...options });
    try {
      await context.addInitScript(axe.source);
      const page = await context.newPage();
      const complaints: string[] = [];
      page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
      page.on("pageerror", (error) => complaints.push(error.message));
      await work(page, complaints);
    } finally {
      await context.close();
    }
  }

  const address = (of = slug) => `${house.service.httpUrl}/flow/${of}`;

  async function look(page: Page, name: string): Promise<void> {
    if (pictures) await page.screenshot({ path: `${pictures}/${name}.png`, fullPage: true });
    const { violations } = await page.evaluate<axe.AxeResults>("axe.run()");
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`)).toEqual([]);
    const overflow = await page.evaluate<number>(
      "document.documentElement.scrollWidth - document.documentElement.clientWidth",
    );
    expect(overflow).toBe(0);
  }

  async function fill(page: Page): Promise<void> {
    await page.getByLabel("Nombre").fill("Ana");
    await page.getByLabel("Apellidos").fill("Pérez");
    await page.getByLabel("Correo electrónico").fill("ana@example.com");
    await page.getByLabel("Talla").selectOption("Mediana");
    await page.getByLabel("Acepto los términos y condiciones").check();
  }

  const looks = Object.entries(windows).flatMap(([window, options]) =>
    (["light", "dark"] as const).map((colorScheme) => ({
      name: `${window}-${colorScheme}`,
      options: { ...options, colorScheme },
    })),
  );

  test.each(looks)("every state is accessible and fits: $name", async ({ name, options }) =>
    inWindow(options, async (page, complaints) => {
      await page.goto(address());
      await look(page, `${name}-form`);

      await page.getByLabel("Correo electrónico").fill("ana@");
      await page.getByRole("button", { name: "Registrarme" }).click();
      await page.waitForSelector(".summary");
      expect(await page.evaluate("document.activeElement.className")).toBe("summary");
      expect(await page.getByLabel("Correo electrónico").inputValue()).toBe("ana@");
      await look(page, `${name}-errors`);
      await page
        .getByRole("alert")
        .getByRole("link", { name: /Correo electrónico/ })
        .click();
      expect(await page.evaluate("document.activeElement.id")).toBe("field-email");

      await page.goto(address("no-such-flow-anywhere"));
      await look(page, `${name}-missing`);

      const dead = await givenTarget(tenant);
      const gone = await givenFlow(tenant, { redirectType: "survey", redirectTargetId: dead });
      await tenant.http("DELETE", `/v1/public/flows/targets/${dead}`);
      await page.goto(address(gone));
      await page.getByLabel("Nombre").fill("Ana");
      await page.getByLabel("Apellidos").fill("Pérez");
      await page.getByRole("button", { name: "Registrarme" }).click();
      await page.waitForSelector("text=¡Gracias!");
      await look(page, `${name}-thanks`);
      // 422 and 404 are what these pages are; the browser mentions them and nothing else.
      expect(complaints.filter((text) => !/status of (404|422)/.test(text))).toEqual([]);
    }),
  );

  test.each([true, false])(
    "somebody registers and arrives at the survey, JavaScript on: %s",
    async (javaScriptEnabled) =>
      inWindow({ ...windows.phone, javaScriptEnabled }, async (page, complaints) => {
        const stored = () => tenant.scope().collection("registrations").count({});
        const before = await stored();
        await page.goto(address());
        await fill(page);
        await page.getByRole("button", { name: "Registrarme" }).click();
        await page.waitForURL("**/s?utm_campaign=verano");
        expect(await page.textContent("body")).toContain("Here is the survey");
        expect(await stored()).toBe(before + 1);
        expect(complaints).toEqual([]);
      }),
  );

  test("the page's own policy lets the form lead to an https address elsewhere", async () =>
    inWindow(windows.phone, async (page, complaints) => {
      await page.goto(
        address(await givenFlow(tenant, { redirectType: "url", redirectUrl: "https://example.com/hola" })),
      );
      await page.getByLabel("Nombre").fill("Ana");
      await page.getByLabel("Apellidos").fill("Pérez");
      const left = page.waitForEvent("requestfailed", (request) =>
        request.url().startsWith("https://example.com/hola"),
      );
      await page.getByRole("button", { name: "Registrarme" }).click();
      // Nobody listens where the test lets example.com lead; the policy would have said BLOCKED_BY_CSP.
      expect((await left).failure()?.errorText).toBe("net::ERR_CONNECTION_REFUSED");
      expect(complaints.filter((text) => /Content Security Policy/.test(text))).toEqual([]);
    }));

  test("the keyboard alone is enough", async () =>
    inWindow(windows.desktop, async (page) => {
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
