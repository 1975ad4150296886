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

  test.each(looks.slice(0, 1))(
    "every state is accessible and fits the window, without script: $name, $language",
    (look) => assertStates(service, look),
  );
});
