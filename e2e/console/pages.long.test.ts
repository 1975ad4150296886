// Every page in three languages, in light and dark, on a wide screen and on a telephone.
import { beforeAll, describe, test } from "vitest";
import {
  checkThemesAndWidths,
  checkWidths,
  describeInBrowser,
  type OpenPage,
} from "../support/browser/console-browser.js";
import { useConsoleBrowser } from "../support/browser/use-console-browser.js";
import { assertPage, pages, usePages } from "./pages.js";

describeInBrowser("the pages of the application", () => {
  const console = useConsoleBrowser();
  const fillPath = usePages(console);
  const useWindow = (language: "en" | "es" | "pt") => {
    const window = {} as OpenPage;
    beforeAll(async () => {
      Object.assign(window, await console.open(await console.signIn(), "/settings/business", { language }));
    });
    return window;
  };

  // Roles, names and colors are the same in every language.
  describe("in English", () => {
    const window = useWindow("en");
    test.each(pages)("%s opens by its address, is accessible in light and dark, and fits a telephone", (path) =>
      assertPage(window, "en", {
        open: () => window.page.goto(console.toUrl(console.business, fillPath(path))),
        check: () => checkThemesAndWidths(window.page, `${path}-en`),
      }),
    );
  });

  describe.each(["es", "pt"] as const)("in %s", (language) => {
    const window = useWindow(language);
    test.each(pages)("%s shows no error and fits a telephone", (path) =>
      assertPage(window, language, {
        open: () => console.goTo(window.page, fillPath(path)),
        check: () => checkWidths(window.page, `${path}-${language}`),
      }),
    );
  });
});
