// What the pages show can be read and pressed: in each language, because a longer text is cut or broken first.
import { expect, test } from "vitest";
import { describeInBrowser, languages, waitUntilRead } from "../support/browser/console-browser.js";
import { findUnreadable } from "../support/browser/readable.js";
import { useConsoleBrowser } from "../support/browser/use-console-browser.js";
import { usePages } from "./pages.js";

/** With choices, states, tables and numbers. */
const readable = [
  "",
  "/analytics",
  "/approvals",
  "/supply/withdrawals",
  "/supply/products/{stock_id}",
  "/roulettes/{roulette_id}",
  "/flows/{slug}",
  "/settings/members",
  "/profile",
];

describeInBrowser("what people read and press in the application", () => {
  const console = useConsoleBrowser();
  const fillPath = usePages(console);

  test.each(languages)(
    "in %s no choice or table is cut, states stand out and are not broken, placeholders are clear, and summaries are 24 px high",
    async (language) => {
      const { page } = await console.open(await console.signIn(), "/settings/business", { language, theme: "dark" });
      for (const path of readable) {
        await console.goTo(page, fillPath(path));
        await waitUntilRead(page);
        for (const width of [1280, 360]) {
          await page.setViewportSize({ width, height: 900 });
          expect({ path, width, found: await findUnreadable(page) }).toEqual({ path, width, found: [] });
        }
      }
    },
  );
});
