// The lists of all areas, with names as long as those of real businesses.
import { beforeAll, expect, test } from "vitest";
import { findAccessibilityProblems, findOverflow } from "@tenant-ops/kit/testing/browser";
import { describeInBrowser, type OpenPage, takePicture, waitUntilRead } from "../support/browser/console-browser.js";
import { countFilterRows, findTableProblems, lengthenNames } from "../support/browser/lists.js";
import { useConsoleBrowser } from "../support/browser/use-console-browser.js";
import { listPages, usePages } from "./pages.js";

describeInBrowser("lists of the application", () => {
  const console = useConsoleBrowser();
  const fillPath = usePages(console);
  let window: OpenPage;
  beforeAll(async () => {
    window = await console.open(await console.signIn(), "/settings/business", { language: "es" });
    await lengthenNames(window.page);
  });

  test.each(listPages)("%s breaks no word, fits its place, and has its filters in one row", async (path) => {
    const { page } = window;
    await console.goTo(page, fillPath(path));
    await waitUntilRead(page);
    await page.locator(":is(.table-frame, .empty)").first().waitFor();
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await takePicture(page, `list${path}-${width}`);
      const found = { width, table: await findTableProblems(page), overflow: await findOverflow(page) };
      expect(found).toEqual({ width, table: [], overflow: 0 });
      expect(await countFilterRows(page)).toBeLessThanOrEqual(1);
    }
  });

  test("filters of the panel are set in it, seen in the bar, and removed there; the foot says how many rows there are in all", async () => {
    const { page, problems } = await console.open(await console.signIn("viewer"), "/roulettes/prizes", { width: 390 });
    await page.getByText("1 in total").waitFor();
    const state = page.getByRole("combobox", { name: "State" });
    expect(await state.count()).toBe(0);
    const panel = page.getByRole("button", { name: "Filters", exact: true });
    await panel.click();
    await state.selectOption("expired");
    await page.waitForURL(/status=expired/);
    await page.getByLabel("From day").fill("2026-11-21");
    await page.waitForURL(/from=2026-11-21/);
    const day = page.getByRole("button", { name: "Remove the filter From day: Nov 21, 2026" });
    await day.waitFor();
    expect(await findAccessibilityProblems(page)).toEqual([]);
    await takePicture(page, "list-filters-390");
    await panel.click();
    expect(await state.count()).toBe(0);
    await day.focus();
    await page.keyboard.press("Enter");
    await day.waitFor({ state: "detached" });
    await expect.poll(() => page.evaluate("document.activeElement.textContent")).toBe("Filters");
    await page.waitForURL((url) => url.search === "?status=expired");
    await page.getByRole("button", { name: "Remove the filter State: Expired" }).click();
    await page.getByText("1 in total").waitFor();
    expect(problems).toEqual([]);
  });
});
