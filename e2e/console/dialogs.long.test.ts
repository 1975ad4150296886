// All dialogs that a page opens by its buttons keep what dialogs.test.ts shows of a few.
import { beforeAll, expect, test } from "vitest";
import { describeInBrowser, type OpenPage, waitUntilRead } from "../support/browser/console-browser.js";
import { findDialogProblems } from "../support/browser/dialogs.js";
import { useConsoleBrowser } from "../support/browser/use-console-browser.js";
import { pages, usePages } from "./pages.js";

const dialogWaitMs = 2000;
const [isOpen, isNotOpen] = [() => true, () => false];

describeInBrowser("all dialogs of the application", () => {
  const console = useConsoleBrowser();
  const fillPath = usePages(console);
  let window: OpenPage;
  let opened = 0;
  beforeAll(async () => {
    window = await console.open(await console.signIn(), "/settings/business");
  });

  test.each(pages)(
    "those of %s begin at their first field, show their buttons, and do not repeat the title",
    async (path) => {
      const { page } = window;
      const buttons = page.locator(":is(.page-actions, .empty) button:enabled");
      const open = async () => {
        await page.goto(console.toUrl(console.business, fillPath(path)));
        await page.locator("h1").waitFor();
        await waitUntilRead(page);
        return await buttons.count();
      };
      for (let index = 0; index < (await open()); index += 1) {
        await buttons.nth(index).click();
        await waitUntilRead(page);
        // Some dialogs are loaded when they are opened; other buttons open none.
        const dialog = page.getByRole("dialog");
        if (!(await dialog.waitFor({ timeout: dialogWaitMs }).then(isOpen, isNotOpen))) continue;
        opened += 1;
        for (const [width, height] of [
          [360, 700],
          [1280, 800],
        ] as const) {
          await page.setViewportSize({ width, height });
          expect(await findDialogProblems(page)).toEqual([]);
        }
      }
    },
  );

  test("the pages opened them", () => expect(opened).toBeGreaterThan(25));
});
