// The page of consent in a real browser, in the languages and looks that connections.browser.test.ts leaves out.
import { hasChromium, toBrowserTitle } from "@tenant-ops/kit/testing/browser";
import { describe, test } from "vitest";
import { assertAccessible, assertCode, languages, looks, useConsentPage } from "./support/browser/consent-page.js";

describe.skipIf(!hasChromium)(toBrowserTitle("the page of consent"), { timeout: 300_000 }, () => {
  const consent = useConsentPage();

  test.each(languages.slice(1))("in %s leads back to the client with a code, without script", (locale, allow) =>
    assertCode(consent, locale, allow),
  );

  test.each(looks.slice(1))("in $language on $name has no findings", (look) => assertAccessible(consent, look));
});
