// The page in every language, window and color scheme; page.browser.test.ts has what it does.
import { startTestService } from "@tenant-ops/kit/testing";
import { hasChromium, toBrowserTitle } from "@tenant-ops/kit/testing/browser";
import { afterAll, beforeAll, describe, test } from "vitest";
import { assertStates, looks, type Roulettes } from "./page.browser.testing.js";
import { roulettes } from "../roulettes.js";

describe.skipIf(!hasChromium)(toBrowserTitle("the page of a roulette in a browser"), () => {
  let service: Roulettes;
  beforeAll(async () => {
    service = await startTestService(roulettes);
  });
  afterAll(() => service.close());

  test.each(looks)("every state is accessible and fits the window: $name, $language.country", (look) =>
    assertStates(service, look),
  );
});
