// The home page: what needs a person, and the last 30 days.
import { beforeAll, expect, test } from "vitest";
import { describeInBrowser, findAccessibilityProblems, findOverflow, takePicture } from "../support/console-browser.js";
import { createSeededTenant } from "../support/seeded-tenants.js";
import { useConsoleBrowser } from "../support/use-console-browser.js";

describeInBrowser("the home page", () => {
  const console = useConsoleBrowser();
  beforeAll(async () => {
    const { testMesh, business } = console;
    await createSeededTenant(testMesh, business);
    const redirect = { redirect_type: "url", redirect_url: "https://example.com/" };
    const slug = `home-${crypto.randomUUID()}`;
    await testMesh.callToolOrThrow(business, "flows_approve_create_flow", {
      name: "Not online yet",
      slug,
      ...redirect,
    });
  });

  test("shows six charts of 30 days that agree with the REST API, and links to what is to be done", async () => {
    const { page, problems } = await console.open(await console.signIn("viewer"), "");
    const charts = page.locator("figure.chart");
    await charts.nth(5).waitFor();
    const titles = await charts.locator("figcaption strong").allInnerTexts();
    expect(titles).toEqual([
      "Withdrawals",
      "Spins",
      "Enrollments",
      "Visits of flows",
      "Registrations",
      "Webhook deliveries",
    ]);
    const { body } = await console.testMesh.callRest(console.business, "GET", "/v1/public/supply/daily-counts");
    const { withdrawals, units } = body["totals"] as { withdrawals: number; units: number };
    expect(withdrawals).toBeGreaterThan(0);
    expect(await charts.first().locator("figcaption").innerText()).toContain(`${withdrawals}; units: ${units}`);

    // The same numbers as a table, by keyboard.
    await charts.first().locator("summary").focus();
    await page.keyboard.press("Enter");
    expect(await charts.first().locator("tbody tr").count()).toBe(30);
    // Of all days, because a day of the business may have ended since it was created.
    const units30 = await charts.first().locator("tbody tr td:last-child").allInnerTexts();
    expect(units30.reduce((sum, text) => sum + Number(text), 0)).toBe(withdrawals);
    await page.getByRole("img", { name: "Withdrawals" }).waitFor();
    expect(await findAccessibilityProblems(page)).toEqual([]);

    await page.getByRole("heading", { name: "Prizes about to expire" }).waitFor();
    await page.getByRole("link", { name: "Not online yet" }).click();
    await page.getByRole("heading", { level: 1, name: "Not online yet" }).waitFor();
    expect(problems).toEqual([]);
  });

  test.each(["light", "dark"] as const)("fits on a phone and on a wide screen, %s", async (theme) => {
    const { page } = await console.open(await console.signIn(), "", { language: "es", theme });
    await page.locator("figure.chart").nth(5).waitFor();
    await takePicture(page, `home-es-${theme}-1280`);
    await page.setViewportSize({ width: 390, height: 844 });
    await takePicture(page, `home-es-${theme}-390`);
    expect(await findOverflow(page)).toBe(0);
  });
});
