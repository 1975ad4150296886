import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { findPageProblems, pairLooks, withPage } from "@tenant-ops/kit/testing/browser";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { type BankStandIn, startBankStandIn } from "../bank/stand-in.testing.js";
import { documentFields, pdf } from "../registrations/registrations.testing.js";
import { createActiveFlow, createTarget, type FlowsTenant, send, startTestFlows, type TestFlows } from "../testing.js";

// What the tests of the steps after the form share: documents, the bank, and the target.

export const looks = pairLooks([
  { country: "MX", lang: "es" },
  { country: "US", lang: "en" },
  { country: "BR", lang: "pt" },
]);

export interface Steps {
  flows: TestFlows;
  bank: BankStandIn;
  target: Server;
}

/** The flows service with a bank and a target, for the tests of a `describe`. */
export function useSteps(): Steps {
  const used = {} as Steps;
  beforeAll(async () => {
    used.flows = await startTestFlows({
      // Pages are served over http here, so their cookies cannot be those of https.
      CONSOLE_URL: "http://127.0.0.1",
      FLOW_ALLOW_HTTP_LOOPBACK: "true",
      EGRESS_ALLOW_HTTP: "true",
      EGRESS_ALLOW: "127.0.0.1/32",
    });
    used.bank = await startBankStandIn();
    used.target = createServer((_request, response) => response.end("<!doctype html><title>Encuesta</title>Survey"));
    used.target.listen(0, "127.0.0.1");
    await once(used.target, "listening");
  });
  afterAll(async () => {
    used.target?.close();
    used.bank?.close();
    await used.flows?.close();
  });
  return used;
}

export async function newFlow(
  { flows, bank, target }: Steps,
  country = "MX",
): Promise<{ tenant: FlowsTenant; slug: string }> {
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

export async function sendForm({ flows }: Steps, page: Page, slug: string): Promise<void> {
  await page.goto(`${flows.service.httpUrl}/flow/${slug}`);
  await page.locator("input[type=text]").fill("Ana");
  await page.locator("button").click();
  await page.waitForURL("**/registration/reg_*");
}

export const upload = async (page: Page, field: string) => {
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
export const goOn = (page: Page) => page.locator("form:not(.file) button").click();

/** Every state is accessible and fits the window. */
export async function assertStates(used: Steps, look: (typeof looks)[number]): Promise<void> {
  const { name, options, language } = look;
  const { country, lang } = language;
  const { slug } = await newFlow(used, country);
  used.bank.answer = () => {};
  const found: string[] = [];
  const problems = await withPage(options, async (page) => {
    const check = async (state: string, at = page) => {
      expect(await at.evaluate("document.documentElement.lang")).toBe(lang);
      found.push(...(await findPageProblems(at, `steps-${name}-${lang}-${state}`)));
    };
    await sendForm(used, page, slug);
    await check("documents");
    await goOn(page);
    await page.locator(".summary").waitFor();
    await check("missing");
    await upload(page, "ine");
    await check("received");
    expect(await page.textContent("body")).not.toMatch(/\b0 kB/);
    await goOn(page);
    await page.locator(".badge").waitFor();
    await check("waiting", await openWithoutRefresh(page));
    used.bank.answerWith({ status: "rejected" });
  });
  expect(found).toEqual([]);
  expect(problems.filter((text) => !text.includes("422"))).toEqual([]);
}
