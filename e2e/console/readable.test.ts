// What the pages show can be read and pressed: in each language, because a longer text is cut or broken first.
import { expect, test } from "vitest";
import { describeInBrowser, languages, waitUntilRead } from "../support/browser/console-browser.js";
import { findUnreadable } from "../support/browser/readable.js";
import { useConsoleBrowser } from "../support/browser/use-console-browser.js";
import { usePages } from "./pages.js";

describeInBrowser("what people read and press in the application", () => {
  const console = useConsoleBrowser();
  const fillPath = usePages(console);

  test.each(languages)(
    "in %s no choice is cut, no state of a checklist is broken, placeholders are clear, and summaries are 24 px high",
    async (language) => {
      const { page } = await console.open(await console.signIn(), "/settings/business", { language, theme: "dark" });
      for (const path of ["", "/supply/withdrawals", "/supply/products/{stock_id}", "/flows/{slug}", "/profile"]) {
        await console.goTo(page, fillPath(path));
        await waitUntilRead(page);
        for (const width of [1280, 390]) {
          await page.setViewportSize({ width, height: 900 });
          expect({ path, width, found: await findUnreadable(page) }).toEqual({ path, width, found: [] });
        }
      }
    },
  );
});
