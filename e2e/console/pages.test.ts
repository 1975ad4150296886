// Every page once, in one window that has loaded the application; pages.long.test.ts has the languages, themes and widths.
import { beforeAll, expect, test } from "vitest";
import {
  describeInBrowser,
  findAccessibilityProblems,
  findOverflow,
  type OpenPage,
} from "../support/console-browser.js";
import { useConsoleBrowser } from "../support/use-console-browser.js";
import { assertPage, pages, usePages } from "./pages.js";

/** One of each kind: charts, lists, records, forms, settings. */
const pagesWithAxe = ["", "/supply", "/roulettes/new", "/flows/{slug}", "/settings/members", "/profile"];

describeInBrowser("the pages of the application", () => {
  const console = useConsoleBrowser();
  const fillPath = usePages(console);
  let window: OpenPage;
  beforeAll(async () => {
    window = await console.open(await console.signIn(), "/settings/business");
  });

  test.each(pages)("%s shows no error and fits the window", (path) =>
    assertPage(window, "en", {
      open: () => console.goTo(window.page, fillPath(path)),
      check: async () => {
        expect(await findOverflow(window.page)).toBe(0);
        if (pagesWithAxe.includes(path)) expect(await findAccessibilityProblems(window.page)).toEqual([]);
      },
    }),
  );
});
