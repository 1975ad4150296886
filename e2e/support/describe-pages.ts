import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type ConsoleBrowser,
  describeInBrowser,
  findAccessibilityProblems,
  type languages,
  startConsoleBrowser,
  takePicture,
} from "./console-browser.js";
import { createSeededTenant } from "./seeded-tenants.js";
import { pages } from "../console/pages.js";

/**
 * Every page in one language and both themes: no error in the console of the browser, nothing that axe finds, nothing that is too wide.
 * A test file per language, so that they run side by side.
 */
export function describePages(language: (typeof languages)[number]): void {
  describeInBrowser(`the pages of the application in ${language}`, () => {
    let console: ConsoleBrowser;
    let session: string;
    let records: Record<string, string>;
    beforeAll(async () => {
      console = await startConsoleBrowser();
      session = await console.signIn();
      // Every list has something in it, and every record of a path exists.
      ({ records } = await createSeededTenant(console.testMesh, console.business));
    });
    afterAll(() => console.stop());

    test.each(pages)("%s shows no error, is accessible in light and dark, and fits a telephone", async (path) => {
      const { page, problems } = await console.open(session, fillPath(path, records), { language });
      await page.waitForLoadState("networkidle");
      expect(await findAccessibilityProblems(page)).toEqual([]);
      expect(await page.locator("html").getAttribute("lang")).toBe(language);
      const takePictures = async (theme: string) => {
        await takePicture(page, `${path}-${language}-${theme}-1280`);
        await page.setViewportSize({ width: 390, height: 844 });
        await takePicture(page, `${path}-${language}-${theme}-390`);
      };
      await takePictures("light");
      expect(await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")).toBe(
        0,
      );

      await page.setViewportSize({ width: 1280, height: 900 });
      await page.emulateMedia({ colorScheme: "dark" });
      // A theme changes nothing but colors.
      expect(await findAccessibilityProblems(page, ["color-contrast"])).toEqual([]);
      await takePictures("dark");
      expect(problems).toEqual([]);
      await page.context().close();
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
