// What every dialog promises; dialogs.long.test.ts opens all of them.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { findAccessibilityProblems } from "@tenant-ops/kit/testing/browser";
import { describeInBrowser, takePicture } from "../support/browser/console-browser.js";
import { findDialogProblems, readFocusedField } from "../support/browser/dialogs.js";
import { useConsoleBrowser } from "../support/browser/use-console-browser.js";
import { usePages } from "./pages.js";

describeInBrowser("dialogs of the application", () => {
  const console = useConsoleBrowser();
  const fillPath = usePages(console);
  const question = { name: "Discard what you entered?" };

  const openDialog = async (path: string, button: string) => {
    const opened = await console.open(await console.signIn(), fillPath(path));
    await opened.page.getByRole("button", { name: button, exact: true }).first().click();
    const dialog = opened.page.getByRole("dialog").first();
    await dialog.waitFor();
    return { ...opened, dialog };
  };

  const isGone = (page: Page) => page.getByRole("dialog").waitFor({ state: "detached" });

  test("the first field has the focus when a dialog opens, and its opener when it has closed", async () => {
    const { page } = await openDialog("/supply", "New product");
    await expect.poll(() => readFocusedField(page)).toBe("productName");
    await page.keyboard.press("Escape");
    await isGone(page);
    expect(await page.evaluate("document.activeElement.textContent")).toBe("New product");
  });

  test("Escape asks before typed text is thrown away, and closes at once what has none", async () => {
    const { page, dialog, problems } = await openDialog("/supply", "New product");
    const field = dialog.locator('[name="productName"]');
    await field.fill("Bottle");
    for (const leave of [() => page.keyboard.press("Escape"), () => dialog.getByLabel("Close").click()]) {
      await leave();
      const asked = page.getByRole("dialog", question);
      await asked.waitFor();
      expect(await findAccessibilityProblems(page)).toEqual([]);
      await takePicture(page, "dialog-discard");
      // Escape is the answer that loses nothing.
      await page.keyboard.press("Escape");
      await asked.waitFor({ state: "detached" });
      expect(await field.inputValue()).toBe("Bottle");
    }
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Discard" }).click();
    await isGone(page);
    await page.getByRole("button", { name: "New product" }).first().click();
    expect(await field.inputValue()).toBe("");
    await page.keyboard.press("Escape");
    await isGone(page);
    expect(problems).toEqual([]);
  });

  test.each([
    ["/settings/keys", "Generate new key"],
    ["/flows/{slug}", "Change: Questions"],
  ])("the buttons of the long dialog of %s are in the window, also on a telephone", async (path, button) => {
    const { page } = await openDialog(path, button);
    for (const [width, height] of [
      [1280, 800],
      [360, 700],
    ] as const) {
      await page.setViewportSize({ width, height });
      expect(await findDialogProblems(page)).toEqual([]);
      await takePicture(page, `dialog${path}-${width}`);
    }
  });
});
