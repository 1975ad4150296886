// The page of consent in a real browser: without script, and by keyboard. connections.browser.long.test.ts has the other languages and looks.
import { hasChromium, toBrowserTitle } from "@tenant-ops/kit/testing/browser";
import { describe, expect, test } from "vitest";
import { assertAccessible, assertCode, languages, looks, useConsentPage } from "./support/browser/consent-page.js";

describe.skipIf(!hasChromium)(toBrowserTitle("the page of consent"), { timeout: 300_000 }, () => {
  const consent = useConsentPage();

  test.each(languages.slice(0, 1))("in %s leads back to the client with a code, without script", (locale, allow) =>
    assertCode(consent, locale, allow),
  );

  test.each(looks.slice(0, 1))("in $language on $name has no findings", (look) => assertAccessible(consent, look));

  test("can be answered with the keyboard, and every control has a name", async () => {
    await consent.withConsent({ locale: "en-US" }, async (page, client) => {
      for (const name of ["Stock", "Webhooks", "Require a preview before every change"])
        expect(await page.getByRole("checkbox", { name }).count()).toBe(1);
      await page.getByRole("radio", { name: "Only read" }).focus();
      await page.keyboard.press("Space");
      await page.getByRole("button", { name: "Allow" }).focus();
      const answer = await consent.waitForAnswer(page, () => page.keyboard.press("Enter"));
      const { body } = await client.exchange(answer.get("code") ?? "");
      expect(body["scope"]).not.toContain("write");
    });
  });
});
