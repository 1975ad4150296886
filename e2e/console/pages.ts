import { beforeAll, expect } from "vitest";
import { type OpenPage, waitUntilRead } from "../support/browser/console-browser.js";
import { createSeededTenant } from "../support/records/seeded-tenants.js";
import type { ConsoleBrowser } from "../support/browser/use-console-browser.js";

/** All pages of the application, behind `/b/{businessId}`. Placeholders as in `SeededTenant`. */
export const pages: readonly string[] = [
  "",
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
  "/webhooks/deliveries",
  "/webhooks/recoveries",
  "/webhooks/events",
  "/settings/keys",
  "/settings/connections",
  "/settings/members",
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

/** A business in which every list has something, and every record of a path exists. @returns the path of a page with the ids of its records */
export function usePages(console: ConsoleBrowser): (path: string) => string {
  let records: Record<string, string>;
  beforeAll(async () => {
    ({ records } = await createSeededTenant(console.testMesh, console.business));
  });
  return (path) =>
    path.replace(/\{(\w+)\}/g, (_, name: string) => {
      const id = records[name];
      if (!id) throw new Error(`the business has no record {${name}}`);
      return id;
    });
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
  expect(problems).toEqual([]);
}
