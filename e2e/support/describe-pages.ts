import { afterAll, beforeAll, expect, test } from "vitest";
import {
  checkThemesAndWidths,
  checkWidths,
  type ConsoleBrowser,
  describeInBrowser,
  type languages,
  type OpenPage,
  startConsoleBrowser,
} from "./console-browser.js";
import { createSeededTenant } from "./seeded-tenants.js";
import { pages } from "../console/pages.js";

/**
 * Every page in one language: no error in the console of the browser, nothing that is too wide. In English also both themes and what axe finds:
 * roles, names and colors are the same in every language. A test file per language, so that they run side by side.
 */
export function describePages(language: (typeof languages)[number]): void {
  describeInBrowser(`the pages of the application in ${language}`, () => {
    let console: ConsoleBrowser;
    let window: OpenPage;
    let records: Record<string, string>;
    beforeAll(async () => {
      console = await startConsoleBrowser();
      // Every list has something in it, and every record of a path exists.
      ({ records } = await createSeededTenant(console.testMesh, console.business));
      window = await console.open(await console.signIn(), "", { language });
    });
    afterAll(() => console.stop());

    const isEnglish = language === "en";
    const promise = isEnglish ? "is accessible in light and dark" : `is in ${language}`;
    test.each(pages)(`%s shows no error, ${promise}, and fits a telephone`, async (path) => {
      const { page, problems } = window;
      problems.length = 0;
      await console.goTo(page, fillPath(path, records));
      await page.waitForLoadState("networkidle");
      expect(await page.locator("html").getAttribute("lang")).toBe(language);
      const check = isEnglish ? checkThemesAndWidths : checkWidths;
      await check(page, `${path}-${language}`);
      expect(problems).toEqual([]);
    });
  });
}

function fillPath(path: string, records: Record<string, string>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const id = records[name];
    if (!id) throw new Error(`the business has no record {${name}}`);
    return id;
  });
}
