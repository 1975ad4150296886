import { hasChromium, toBrowserTitle } from "@tenant-ops/kit/testing/browser";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { fields, getAddress, useFlowPage, usePage } from "./page.browser.testing.js";
import { createActiveFlow } from "../testing.js";

const phone = { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };

describe.skipIf(!hasChromium)(toBrowserTitle("the page in a browser"), () => {
  const used = useFlowPage();

  const address = (of = used.slug) => getAddress(used, of);

  async function fillForm(page: Page): Promise<void> {
    await page.getByLabel("Nombre").fill("Ana");
    await page.getByLabel("Apellidos").fill("Pérez");
    await page.getByLabel("Correo electrónico").fill("ana@example.com");
    await page.getByLabel("Talla").selectOption("Mediana");
    await page.getByLabel("Acepto los términos y condiciones").check();
  }

  test.each([true, false])(
    "a visitor registers and arrives at the survey, JavaScript enabled: %s",
    async (javaScriptEnabled) => {
      const problems = await usePage({ ...phone, javaScriptEnabled }, async (page) => {
        const countRegistrations = () => used.tenant.scope().collection("registrations").count({});
        const before = await countRegistrations();
        await page.goto(address());
        await fillForm(page);
        await page.getByRole("button", { name: "Registrarme" }).click();
        await page.waitForURL("**/s?utm_campaign=verano");
        expect(await page.textContent("body")).toContain("Here is the survey");
        expect(await countRegistrations()).toBe(before + 1);
      });
      expect(problems).toEqual([]);
    },
  );

  test("the policy of the page allows the form to redirect to an https address of another site", async () => {
    const problems = await usePage(phone, async (page) => {
      await page.goto(
        address(await createActiveFlow(used.tenant, { redirectType: "url", redirectUrl: "https://example.com/hola" })),
      );
      await page.getByLabel("Nombre").fill("Ana");
      await page.getByLabel("Apellidos").fill("Pérez");
      const failedRequest = page.waitForEvent("requestfailed", (request) =>
        request.url().startsWith("https://example.com/hola"),
      );
      await page.getByRole("button", { name: "Registrarme" }).click();
      // The test maps example.com to a closed port. A policy that forbids the redirect would give BLOCKED_BY_CSP.
      expect((await failedRequest).failure()?.errorText).toBe("net::ERR_CONNECTION_REFUSED");
    });
    expect(problems.filter((text) => /Content Security Policy/.test(text))).toEqual([]);
  });

  test("all controls can be reached with the keyboard in their order", async () => {
    await usePage({}, async (page) => {
      await page.goto(address());
      const reached: string[] = [];
      for (let presses = 0; presses < 14; presses += 1) {
        await page.keyboard.press("Tab");
        const id = await page.evaluate<string>("document.activeElement.id || document.activeElement.tagName");
        if (reached.at(-1) !== id) reached.push(id);
      }
      expect(reached.slice(0, fields.length + 1)).toEqual([...fields.map(({ value }) => `field-${value}`), "BUTTON"]);
    });
  });
});
