import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { once } from "node:events";
import {
  findPageProblems,
  hasChromium,
  pairLooks,
  startBrowser,
  toBrowserTitle,
  withPage,
} from "@tenant-ops/kit/testing/browser";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type BankStandIn, startBankStandIn } from "../bank/stand-in.testing.js";
import { documentFields, pdf } from "../registrations/registrations.testing.js";
import { createActiveFlow, createTarget, type FlowsTenant, send, startTestFlows, type TestFlows } from "../testing.js";

// The steps of a visitor after the form, in a browser: documents, the bank, and the target.

describe.skipIf(!hasChromium)(toBrowserTitle("the page after the form"), { timeout: 120_000 }, () => {
  let flows: TestFlows;
  let bank: BankStandIn;
  let target: Server;
  let browser: Browser;
  beforeAll(async () => {
    flows = await startTestFlows({
      // Pages are served over http here, so their cookies cannot be those of https.
      CONSOLE_URL: "http://127.0.0.1",
      FLOW_ALLOW_HTTP_LOOPBACK: "true",
      EGRESS_ALLOW_HTTP: "true",
      EGRESS_ALLOW: "127.0.0.1/32",
    });
    bank = await startBankStandIn();
    target = createServer((_request, response) => response.end("<!doctype html><title>Encuesta</title>Survey"));
    target.listen(0, "127.0.0.1");
    await once(target, "listening");
    browser = await startBrowser();
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    target.close();
    bank.close();
    await flows.close();
  });

  async function newFlow(country = "MX"): Promise<{ tenant: FlowsTenant; slug: string }> {
    const tenant = flows.newTenant({ country });
    const { body } = await send<{ secret: string }>(tenant, "PUT", "/v1/public/flows/bank-provider", { url: bank.url });
    bank.secret = body.secret;
    const survey = await createTarget(tenant, { url: `http://127.0.0.1:${(target.address() as AddressInfo).port}/s` });
    const slug = await createActiveFlow(tenant, {
      registrationFields: documentFields,
      isBankProviderRequired: true,
      redirectType: "survey",
      redirectTargetId: survey,
    });
    return { tenant, slug };
  }

  async function sendForm(page: Page, slug: string): Promise<void> {
    await page.goto(`${flows.service.httpUrl}/flow/${slug}`);
    await page.locator("input[type=text]").fill("Ana");
    await page.locator("button").click();
    await page.waitForURL("**/registration/reg_*");
  }

  const upload = async (page: Page, field: string) => {
    await page.locator(`#file-${field}`).setInputFiles({ name: "ine.pdf", mimeType: "application/pdf", buffer: pdf() });
    await page.locator(`form[action$="/files/${field}"] button`).click();
    await page.locator(`#got-${field}`).waitFor();
  };
  /** The same page without the reload every two seconds, because axe may need longer. */
  async function openWithoutRefresh(page: Page): Promise<Page> {
    const still = await page.context().newPage();
    await still.route("**/registration/*", async (route) => {
      const response = await route.fetch();
      const { refresh, ...headers } = response.headers();
      expect(refresh).toBe("2");
      await route.fulfill({ response, headers });
    });
    await still.goto(page.url());
    return still;
  }

  /** Submits the form that follows those of the documents and leads to the next step. */
  const goOn = (page: Page) => page.locator("form:not(.file) button").click();

  test.each([true, false])("leads over documents and the bank to the target, with script: %s", async (hasScript) => {
    bank.answerWith({ status: "approved" });
    const { tenant, slug } = await newFlow();
    const problems = await withPage(browser, { javaScriptEnabled: hasScript, locale: "es-MX" }, async (page) => {
      await sendForm(page, slug);
      await upload(page, "ine");
      await goOn(page);
      await page.waitForURL("**/s");
      expect(await page.textContent("body")).toContain("Survey");
    });
    expect(problems).toEqual([]);
    const { body } = await send(tenant, "GET", `/v1/public/flows/${slug}`);
    expect(body["completedCount"]).toBe(1);
  });

  const languages = [
    { country: "MX", lang: "es" },
    { country: "US", lang: "en" },
    { country: "BR", lang: "pt" },
  ];
  test.each(pairLooks(languages))(
    "is accessible in every state: $name, $language.country",
    async ({ name, options, language: { country, lang } }) => {
      const { slug } = await newFlow(country);
      bank.answer = () => {};
      const found: string[] = [];
      const problems = await withPage(browser, options, async (page) => {
        const look = async (state: string, at = page) => {
          expect(await at.evaluate("document.documentElement.lang")).toBe(lang);
          found.push(...(await findPageProblems(at, `steps-${name}-${lang}-${state}`)));
        };
        await sendForm(page, slug);
        await look("documents");
        await goOn(page);
        await page.locator(".summary").waitFor();
        await look("missing");
        await upload(page, "ine");
        await look("received");
        await goOn(page);
        await page.locator(".badge").waitFor();
        await look("waiting", await openWithoutRefresh(page));
        bank.answerWith({ status: "rejected" });
      });
      expect(found).toEqual([]);
      expect(problems.filter((text) => !text.includes("422"))).toEqual([]);
    },
  );
});
