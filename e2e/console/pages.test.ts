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
import { pages } from "./pages.js";

describeInBrowser("the pages of the application", () => {
  let console: ConsoleBrowser;
  let session: string;
  beforeAll(async () => {
    console = await startConsoleBrowser();
    session = await console.signIn();
    // Pages are looked at with the demo data in them.
    const { key } = await console.testMesh.createTestKey(console.business);
    await fetch(`${console.testMesh.url}/v1/public/sandbox/seed`, {
      method: "POST",
      headers: { "x-api-key": key, "x-business-id": console.business.businessId },
    });
  });
  afterAll(() => console.stop());

  const looks = languages.flatMap((language) => themes.map((theme) => ({ language, theme })));
  test.each(pages.flatMap((path) => looks.map((look) => ({ path, ...look }))))(
    "$path in $language, $theme, shows no error and is accessible",
    async ({ path, language, theme }) => {
      const { page, problems } = await console.open(session, path, { language, theme });
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
