// The steps after the form in every language, window and color scheme; page.steps.browser.test.ts has what they do.
import { hasChromium, toBrowserTitle } from "@tenant-ops/kit/testing/browser";
import { describe, test } from "vitest";
import { assertStates, looks, useSteps } from "./page.steps.browser.testing.js";

describe.skipIf(!hasChromium)(toBrowserTitle("the page after the form"), () => {
  const used = useSteps();

  test.each(looks)("is accessible in every state: $name, $language.country", (look) => assertStates(used, look));
});
