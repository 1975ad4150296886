// The proof in every language, window and color scheme; whatsapp.test.ts and identity-provider.test.ts have what they do.
import { hasChromium, toBrowserTitle } from "@tenant-ops/kit/testing/browser";
import { describe, test } from "vitest";
import { assertSteps, looks, useProof } from "./sign-in.browser.testing.js";

describe.skipIf(!hasChromium)(toBrowserTitle("the proof of a visitor in a browser"), () => {
  const used = useProof();

  test.each(looks)("in $country, $name: every step can be used without script, and axe finds nothing", (look) =>
    assertSteps(used, look),
  );
});
