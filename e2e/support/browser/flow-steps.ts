import type { Page } from "playwright-core";

// What people do on the page of a flow in the console, in English.

/** Begins a test run, fills in the form of the preview as a visitor would, and waits for the result. */
export async function testFlow(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Begin a test run" }).click();
  const preview = page.frameLocator("iframe");
  await preview.locator("select").waitFor();
  for (const text of await preview.locator("input[type=text]").all()) await text.fill("Ana");
  for (const phone of await preview.locator("input[type=tel]").all()) await phone.fill("55 1234 5678");
  await preview.locator("select").selectOption("MX");
  await preview.getByRole("button").click();
  await page.locator(".notice.good").waitFor();
}

export async function putFlowOnline(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Put online" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Put online" }).click();
  await page.getByRole("button", { name: "Take offline" }).waitFor();
}
