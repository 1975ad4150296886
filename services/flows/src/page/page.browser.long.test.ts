// The page in every language, window and color scheme; page.browser.test.ts has what it does.
import { appearances, hasChromium, toBrowserTitle } from "@tenant-ops/kit/testing/browser";
import { describe, test } from "vitest";
import {
  assertSandbox,
  assertStates,
  assertTestRun,
  runLooks,
  sandboxLooks,
  useFlowPage,
} from "./page.browser.testing.js";

describe.skipIf(!hasChromium)(toBrowserTitle("the page in a browser"), () => {
  const used = useFlowPage();

  test.each(runLooks)(
    "a test run with documents is accessible from its form to its result: $name, $language.country",
    (look) => assertTestRun(used, look),
  );

  test.each(appearances)("every state of the page is accessible and fits the window: $name", (look) =>
    assertStates(used, look),
  );

  test.each(sandboxLooks)("a page of a sandbox shows its mark: $name, $language", (look) => assertSandbox(used, look));
});
