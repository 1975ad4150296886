// Choosing a record among many: the combobox with the keyboard and the mouse, in a dialog and as a filter.
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { findAccessibilityProblems } from "@tenant-ops/kit/testing/browser";
import { describeInBrowser, takePicture } from "../support/browser/console-browser.js";
import { useConsoleBrowser } from "../support/browser/use-console-browser.js";

describeInBrowser("choices of records in the application", () => {
  const console = useConsoleBrowser();
  let stockId: string;
  beforeAll(async () => {
    // More centers than a list of options holds.
    const names = ["Norte", ...Array.from({ length: 25 }, (_, index) => `Región ${10 + index}`)];
    stockId = await post("/stocks", { productName: "Nitrile gloves", totalStock: 100, minStockAlert: 0 });
    // One after another, because the newest is the first option.
    for (const name of names) await post("/centers", { name });
  });

  const post = async (path: string, body: object) => {
    const answer = await console.testMesh.callRest(console.business, "POST", `/v1/public/supply${path}`, body, {});
    expect(answer.status).toBe(201);
    return String(answer.body["_id"]);
  };

  /** The selects of the page have options too. */
  const countOptions = (page: Page) => page.getByRole("listbox", { name: "Center" }).getByRole("option").count();

  const openDialog = async () => {
    const opened = await console.open(await console.signIn("operator"), `/supply/products/${stockId}`);
    await opened.page.getByRole("button", { name: "Let a center keep it" }).first().click();
    return { ...opened, field: opened.page.getByRole("combobox", { name: "Center" }) };
  };

  test("with the keyboard alone a person finds a center by the beginning of a word, in any case and without accents", async () => {
    const { page, field, problems } = await openDialog();
    await field.focus();
    await page.keyboard.type("3 REGION");
    await page.getByRole("option", { name: "Región 34" }).waitFor();
    expect(await countOptions(page)).toBe(5);
    expect(await field.getAttribute("aria-expanded")).toBe("true");
    const readActive = async () =>
      page.locator(`[id="${await field.getAttribute("aria-activedescendant")}"]`).textContent();
    expect(await readActive()).toBe("Región 34");
    await page.keyboard.press("ArrowDown");
    expect(await readActive()).toBe("Región 33");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowUp");
    expect(await readActive()).toBe("Región 30");
    expect(await findAccessibilityProblems(page)).toEqual([]);
    await takePicture(page, "combobox-open-light");
    await page.keyboard.press("Enter");
    expect(await field.inputValue()).toBe("Región 30");
    expect(await field.getAttribute("aria-expanded")).toBe("false");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.getByRole("link", { name: "Región 30" }).waitFor();
    expect(problems).toEqual([]);
  });

  test("there is a message when a list is longer than the options, and one when no record has the words", async () => {
    const { page, field } = await openDialog();
    await field.fill("región");
    await page.getByText("Write more letters to see the others.").waitFor();
    expect(await countOptions(page)).toBe(20);
    await field.fill("zzz");
    await page.getByText("Nothing has these words.").waitFor();
    expect(await countOptions(page)).toBe(0);
    await page.keyboard.press("Enter");
    expect(await page.getByRole("dialog").count()).toBe(1);
  });

  test("Escape closes first the options, keeping the earlier choice, and then asks before it closes the dialog", async () => {
    const { page, field } = await openDialog();
    await field.fill("nor");
    await page.getByRole("option", { name: "Norte" }).click();
    await field.fill("región 2");
    await page.getByRole("option", { name: "Región 20" }).waitFor();
    await page.keyboard.press("Escape");
    expect(await countOptions(page)).toBe(0);
    expect(await field.inputValue()).toBe("Norte");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Discard" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
  });

  test("a filter keeps its record in the address, shows its name after a reload, and is emptied", async () => {
    const { page } = await console.open(await console.signIn("viewer"), "/supply/withdrawals", {
      theme: "dark",
      width: 390,
    });
    const field = page.getByRole("combobox", { name: "Center" });
    await field.fill("norte");
    await page.getByRole("option", { name: "Norte" }).waitFor();
    await takePicture(page, "combobox-open-dark-390");
    await page.getByRole("option", { name: "Norte" }).click();
    await page.waitForURL(/serviceCenterId=ctr_/);
    await page.reload();
    await expect.poll(() => field.inputValue()).toBe("Norte");
    await field.fill("");
    await page.keyboard.press("Tab");
    await page.waitForURL((url) => !url.search.includes("serviceCenterId"));
  });
});
