import { hasChromium, toBrowserTitle, withPage } from "@tenant-ops/kit/testing/browser";
import { describe, expect, test } from "vitest";
import { goOn, newFlow, sendForm, upload, useSteps } from "./page.steps.browser.testing.js";
import { send } from "../testing.js";

describe.skipIf(!hasChromium)(toBrowserTitle("the page after the form"), () => {
  const used = useSteps();

  test.each([true, false])("leads over documents and the bank to the target, with script: %s", async (hasScript) => {
    used.bank.answerWith({ status: "approved" });
    const { tenant, slug } = await newFlow(used);
    const problems = await withPage({ javaScriptEnabled: hasScript, locale: "es-MX" }, async (page) => {
      await sendForm(used, page, slug);
      await upload(page, "ine");
      await goOn(page);
      await page.waitForURL("**/s");
      expect(await page.textContent("body")).toContain("Survey");
    });
    expect(problems).toEqual([]);
    const { body } = await send(tenant, "GET", `/v1/public/flows/${slug}`);
    expect(body["completedCount"]).toBe(1);
  });
});
