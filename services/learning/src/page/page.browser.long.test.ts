// The page in every language, window and color scheme. In `npm test`, e2e/journey.browser.test.ts opens it.
import { startTestService } from "@tenant-ops/kit/testing";
import { hasChromium, toBrowserTitle } from "@tenant-ops/kit/testing/browser";
import { afterAll, beforeAll, describe, test } from "vitest";
import { learning } from "../learning.js";
import { assertStates, type Learning, looks } from "./page.browser.testing.js";

describe.skipIf(!hasChromium)(toBrowserTitle("the page of a course in a browser"), () => {
  let service: Learning;
  beforeAll(async () => {
    service = await startTestService(learning);
  });
  afterAll(() => service.close());

  test.each(looks)("every state is accessible and fits the window, without script: $name, $language", (look) =>
    assertStates(service, look),
  );
});
