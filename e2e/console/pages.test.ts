// Every page, in every language and theme: no error in the console of the browser, nothing that axe finds, nothing that is too wide.
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type ConsoleBrowser,
  describeInBrowser,
  findAccessibilityProblems,
  languages,
  startConsoleBrowser,
  takePicture,
  themes,
} from "../support/console-browser.js";
import { createSeededTenant } from "../support/seeded-tenants.js";
import { pages } from "./pages.js";

describeInBrowser("the pages of the application", () => {
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

  const looks = languages.flatMap((language) => themes.map((theme) => ({ language, theme })));
  test.each(pages.flatMap((path) => looks.map((look) => ({ path, ...look }))))(
    "$path in $language, $theme, shows no error and is accessible",
    async ({ path, language, theme }) => {
      const { page, problems } = await console.open(session, fillPath(path, records), { language, theme });
      await page.waitForLoadState("networkidle");
      expect(await findAccessibilityProblems(page)).toEqual([]);
      expect(problems).toEqual([]);
      expect(await page.locator("html").getAttribute("lang")).toBe(language);
      await takePicture(page, `${path}-${language}-${theme}-1280`);
      await page.setViewportSize({ width: 390, height: 844 });
      const overflow = await page.evaluate(
        "document.documentElement.scrollWidth - document.documentElement.clientWidth",
      );
      expect(overflow).toBe(0);
      await takePicture(page, `${path}-${language}-${theme}-390`);
      await page.context().close();
    },
  );
});

function fillPath(path: string, records: Record<string, string>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const id = records[name];
    if (!id) throw new Error(`the business has no record {${name}}`);
    return id;
  });
}
