import { startTestService } from "@tenant-ops/kit/testing";
import { hasChromium, toBrowserTitle, withPage } from "@tenant-ops/kit/testing/browser";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { certain, gifts, openWithPass, type Roulettes } from "./page.browser.testing.js";
import { roulettes } from "../roulettes.js";
import { createRoulette } from "../testing.js";

describe.skipIf(!hasChromium)(toBrowserTitle("the page of a roulette in a browser"), () => {
  let service: Roulettes;
  beforeAll(async () => {
    service = await startTestService(roulettes);
  });
  afterAll(() => service.close());

  /** The browser moves the focus after it has shown the page. */
  async function expectFocus(page: Page, property: "id" | "tagName", value: string): Promise<void> {
    await expect.poll(() => page.evaluate(`document.activeElement.${property}`)).toBe(value);
  }

  const isTurning = (page: Page) =>
    page.evaluate<boolean>("document.getAnimations().some(({ animationName }) => animationName === 'turn')");

  test("without script and with the keyboard only, a visitor spins, sees the wheel turn, and has the result in focus", async () => {
    const tenant = service.newTenant();
    const id = await createRoulette(tenant, { gifts: certain, timeToWin: 3 });
    const problems = await withPage({ reducedMotion: "no-preference" }, async (page) => {
      await openWithPass(service, page, tenant, id);
      await page.keyboard.press("Tab");
      await expectFocus(page, "tagName", "BUTTON");
      await page.keyboard.press("Enter");
      await page.waitForURL("**#result");
      // The browser starts both after it has shown the page. The end state of the animation stays.
      await expect.poll(() => isTurning(page)).toBe(true);
      await expectFocus(page, "id", "result");
      const code = await page.locator(".code").textContent();
      await page.goto(`${service.httpUrl}/roulette/${id}`);
      expect(await page.locator(".code").textContent()).toBe(code);
      expect(await isTurning(page)).toBe(false);
    });
    expect(problems).toEqual([]);
    await withPage({ javaScriptEnabled: false }, async (page) => {
      await openWithPass(service, page, tenant, id);
      await page.getByRole("button", { name: "Girar la ruleta" }).click();
      await page.getByRole("heading", { name: "¡Ganaste!" }).waitFor();
    });
  });

  test("with reduced motion nothing moves and the result is there at once", async () => {
    const tenant = service.newTenant();
    const id = await createRoulette(tenant, { gifts: certain, timeToWin: 10 });
    await withPage({}, async (page) => {
      await openWithPass(service, page, tenant, id);
      await page.getByRole("button", { name: "Girar la ruleta" }).click();
      await page.waitForURL("**#result");
      expect(await page.evaluate("document.getAnimations().length")).toBe(0);
      expect(await page.evaluate("getComputedStyle(document.querySelector('.outcome')).opacity")).toBe("1");
    });
  });

  test("the wheel stops with the pointer at the gift that was drawn", async () => {
    const tenant = service.newTenant();
    const id = await createRoulette(tenant, { gifts, timeToWin: 1, timeToLose: 1 });
    await withPage({}, async (page) => {
      await openWithPass(service, page, tenant, id);
      await page.getByRole("button", { name: "Girar la ruleta" }).click();
      await page.waitForURL("**#result");
      const shown = (await page.locator("svg.wheel").getAttribute("aria-label")) ?? "";
      // The field below the pointer, just inside the rim. In one step: the browser scrolls to the result at some time after it has shown the page.
      const label = await page.evaluate<string | undefined>(`(() => {
        const wheel = document.querySelector("svg.wheel");
        wheel.scrollIntoView({ block: "center", behavior: "instant" });
        const { x, y, width, height } = wheel.getBoundingClientRect();
        const shapes = document.elementsFromPoint(x + width / 2, y + height * 0.16);
        return shapes.find(({ classList }) => classList.contains("slice"))?.getAttribute("data-gift");
      })()`);
      expect(shown).toContain(gifts[Number(label)]?.value ?? "no field");
    });
  });

  test("the page is one request without script, below 20 KB", async () => {
    const tenant = service.newTenant();
    const id = await createRoulette(tenant, { gifts });
    const requests: string[] = [];
    await withPage({}, async (page) => {
      page.on("request", (request) => requests.push(request.url()));
      const response = await page.goto(`${service.httpUrl}/roulette/${id}`);
      expect((await response?.body())?.length).toBeLessThan(20_000);
    });
    expect(requests.filter((url) => !url.endsWith("/favicon.ico"))).toHaveLength(1);
  });
});
