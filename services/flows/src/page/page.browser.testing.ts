import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { newId } from "@tenant-ops/kit/data";
import { type appearances, findPageProblems, pairLooks, withPage } from "@tenant-ops/kit/testing/browser";
import type { BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import {
  consoleUrl,
  createActiveFlow,
  createTarget,
  flowRequest,
  type FlowsTenant,
  startTestFlows,
  type TestFlows,
} from "../testing.js";

// What the tests of the page in a browser share: page.browser.test.ts has what it does, page.browser.long.test.ts its looks.

export const fields = [
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

export const runLooks = pairLooks([
  { country: "MX", lang: "es" },
  { country: "US", lang: "en" },
  { country: "BR", lang: "pt" },
]);
export const sandboxLooks = pairLooks(["MX", "US"]);

export interface FlowPage {
  flows: TestFlows;
  tenant: FlowsTenant;
  slug: string;
  /** The server of the survey to which the flow redirects. */
  target: Server;
}

/** The flows service with one flow, for the tests of a `describe`. */
export function useFlowPage(): FlowPage {
  const used = {} as FlowPage;
  beforeAll(async () => {
    const flows = await startTestFlows({ FLOW_ALLOW_HTTP_LOOPBACK: "true" });
    const target = createServer((_request, response) =>
      response.end("<!doctype html><title>Encuesta</title>Here is the survey"),
    ).listen(0, "127.0.0.1");
    await once(target, "listening");
    const tenant = flows.newTenant();
    const survey = await createTarget(tenant, { url: `http://127.0.0.1:${(target.address() as AddressInfo).port}/s` });
    const slug = await createActiveFlow(tenant, {
      name: "Gánate un viaje a Oaxaca con la rifa de verano",
      registrationFields: fields,
      campaign: "verano",
      redirectType: "survey",
      redirectTargetId: survey,
    });
    Object.assign(used, { flows, target, tenant, slug });
  });
  afterAll(async () => {
    used.target?.close();
    await used.flows?.close();
  });
  return used;
}

export const usePage = (options: BrowserContextOptions, work: (page: Page) => Promise<void>): Promise<string[]> =>
  withPage({ locale: "es-MX", ...options }, work);

export const getAddress = ({ flows }: FlowPage, slug: string): string => `${flows.service.httpUrl}/flow/${slug}`;

async function assertAccessible(page: Page, name: string): Promise<void> {
  expect(await findPageProblems(page, `flow-${name}`)).toEqual([]);
}

/** The browser moves the focus after it has shown the page. */
async function expectFocus(page: Page, property: "id" | "className", value: string): Promise<void> {
  await expect.poll(() => page.evaluate(`document.activeElement.${property}`)).toBe(value);
}

/** A test run with documents is accessible from its form to its result. */
export async function assertTestRun({ flows }: FlowPage, look: (typeof runLooks)[number]): Promise<void> {
  const { name, options, language } = look;
  const { country, lang } = language;
  const owner = flows.newTenant({ country });
  const tested = await newFlowWithDocuments(owner);
  const problems = await usePage(options, async (page) => {
    await page.goto(await startTestRun(flows, owner, tested));
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
}

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

async function startTestRun(flows: TestFlows, owner: FlowsTenant, of: string): Promise<string> {
  const answer = await owner.http("POST", `/v1/public/flows/${of}/test-runs`);
  const { url } = (await answer.json()) as { url: string };
  return url.replace(consoleUrl, flows.service.httpUrl);
}

/** Every state of the page is accessible and fits the window. */
export async function assertStates(
  { flows, tenant, slug }: FlowPage,
  { name, options }: (typeof appearances)[number],
): Promise<void> {
  const address = (of = slug) => `${flows.service.httpUrl}/flow/${of}`;
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
}

/** A page of a sandbox shows its mark. */
export async function assertSandbox(used: FlowPage, look: (typeof sandboxLooks)[number]): Promise<void> {
  const { name, options, language: country } = look;
  const sandbox = used.flows.newTenant({ businessId: newId("sbx"), country });
  const { publicUrl } = await sandbox.rpc.getFlowBySlug({ slug: await createActiveFlow(sandbox) });
  const problems = await usePage(options, async (page) => {
    await page.goto(getAddress(used, publicUrl.split("/").at(-1) ?? ""));
    expect(await page.getByText(country === "MX" ? "Página de prueba" : "Test page").isVisible()).toBe(true);
    await assertAccessible(page, `${name}-sandbox-${country}`);
  });
  expect(problems).toEqual([]);
}
