import { eventually } from "@tenant-ops/kit/testing";
import { beforeAll, expect } from "vitest";
import { type OpenPage, waitUntilRead } from "../support/browser/console-browser.js";
import { createRule } from "../support/people/approval-rules.js";
import { joinBusiness } from "../support/people/people.js";
import { createSeededTenant } from "../support/records/seeded-tenants.js";
import type { ConsoleBrowser } from "../support/browser/use-console-browser.js";

/** All pages of the application, behind `/b/{businessId}`. Placeholders as in `SeededTenant`. */
export const pages: readonly string[] = [
  "",
  "/analytics",
  "/approvals",
  "/approvals/{approval_id}",
  "/supply",
  "/supply/products/{stock_id}",
  "/supply/centers",
  "/supply/centers/{service_center_id}",
  "/supply/stock",
  "/supply/stock/{center_stock_id}",
  "/supply/withdrawals",
  "/supply/withdrawals/{withdrawal_id}",
  "/supply/transfers",
  "/supply/ledger",
  "/roulettes",
  "/roulettes/{roulette_id}",
  "/roulettes/new",
  "/roulettes/items",
  "/roulettes/prizes",
  "/learning",
  "/learning/courses/{course_id}",
  "/learning/learners",
  "/learning/learners/{session_id}",
  "/learning/certificates",
  "/flows",
  "/flows/targets",
  "/flows/{slug}",
  "/flows/{slug}/registrations",
  "/flows/{slug}/registrations/{registration_id}",
  "/webhooks",
  "/webhooks/endpoints/{endpoint_id}",
  "/webhooks/deliveries",
  "/webhooks/deliveries/{trace_id}",
  "/webhooks/recoveries",
  "/webhooks/events",
  "/settings/keys",
  "/settings/keys/{key_id}",
  "/settings/connections",
  "/settings/members",
  "/settings/approval-rules",
  "/settings/sign-in",
  "/settings/visitor-sign-in",
  "/settings/bank-validation",
  "/settings/personal-data",
  "/settings/personal-data/new",
  "/settings/personal-data/{person_request_id}",
  "/settings/history",
  "/settings/business",
  "/settings/close-business",
  "/profile",
];

/** Those with a table of records. */
export const listPages: readonly string[] = [
  "/approvals",
  "/supply",
  "/supply/centers",
  "/supply/stock",
  "/supply/stock/{center_stock_id}",
  "/supply/withdrawals",
  "/supply/transfers",
  "/supply/ledger",
  "/roulettes",
  "/roulettes/{roulette_id}",
  "/roulettes/items",
  "/roulettes/prizes",
  "/learning",
  "/learning/courses/{course_id}",
  "/learning/learners",
  "/learning/certificates",
  "/flows",
  "/flows/targets",
  "/flows/{slug}/registrations",
  "/webhooks",
  "/webhooks/deliveries",
  "/webhooks/recoveries",
  "/settings/keys",
  "/settings/members",
  "/settings/personal-data",
];

/** A business in which every list has something, and every record of a path exists. @returns the path of a page with the ids of its records */
export function usePages(console: ConsoleBrowser): (path: string) => string {
  let records: Record<string, string>;
  beforeAll(async () => {
    const seeded = await createSeededTenant(console.testMesh, console.business);
    const approvalId = await createApproval(console);
    records = { ...seeded.records, key_id: seeded.keyId, approval_id: approvalId };
  });
  return (path) =>
    path.replace(/\{(\w+)\}/g, (_, name: string) => {
      const id = records[name];
      if (!id) throw new Error(`the business has no record {${name}}`);
      return id;
    });
}

/** A request that waits for people. The rule that has held it is taken away again, so that the tests of the business can write. */
async function createApproval({ testMesh, business }: ConsoleBrowser): Promise<string> {
  const owner = await joinBusiness(testMesh, business.businessId, { role: "owner" });
  const setRules = async (version: number, rules: object[]) => {
    const path = `/v1/console/businesses/${business.businessId}/approval-policy`;
    expect((await owner.call("PUT", path, { version, rules })).status).toBe(200);
  };
  await setRules(0, [createRule({ name: "Many units", tools: ["supply_create_stock"], atLeast: 5000 })]);
  const product = { product_name: "Gloves", total_stock: 5000, min_stock_alert: 1 };
  // The gateway knows of the rule within a second.
  const id = await eventually(async () => {
    const proposed = await testMesh.callToolOrThrow(business, "supply_propose_stock", product);
    const approval = proposed["approval"] as { id: string } | undefined;
    expect(approval).toBeDefined();
    return approval?.id ?? "";
  });
  await setRules(1, []);
  return id;
}

/** Opens a page, and checks it when it shows everything: it has a heading, the language, and no error in the console of the browser. */
export async function assertPage(
  { page, problems }: OpenPage,
  language: string,
  { open, check }: { open: () => Promise<unknown>; check: () => Promise<void> },
): Promise<void> {
  problems.length = 0;
  await open();
  await page.locator("h1").waitFor();
  await waitUntilRead(page);
  expect(await page.locator("html").getAttribute("lang")).toBe(language);
  await check();
  expect(await findIds(page)).toEqual([]);
  expect(problems).toEqual([]);
}

/** What a person reads as an id outside the sections for developers. Addresses may contain ids. A text, because the tests know no DOM. */
const idsScript = String.raw`(() => {
  const found = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const parent = node.parentElement;
    if (parent.closest("details.developers, script, style, .hidden")) continue;
    // The options of a closed list are read too.
    if (!parent.closest("option") && !parent.checkVisibility({ contentVisibilityAuto: true })) continue;
    const text = node.textContent.replaceAll(/https?:\/\/\S+/g, "");
    found.push(...(text.match(/\b[a-z]{2,4}_[0-9a-z]{8,}/g) ?? []));
  }
  return found;
})()`;

export const findIds = (page: OpenPage["page"]): Promise<string[]> => page.evaluate(idsScript);
