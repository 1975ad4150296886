import { createTestPass, createTestVisitor, startTestService, type TestService } from "@tenant-ops/kit/testing";
import {
  findPageProblems,
  hasChromium,
  pairLooks,
  startBrowser,
  toBrowserTitle,
  withPage,
} from "@tenant-ops/kit/testing/browser";
import type { RoulettesService } from "@tenant-ops/proto/roulettes";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { roulettes } from "../roulettes.js";
import { createRoulette, giftRequest, premium, type RoulettesTenant } from "../testing.js";

const gifts = [
  giftRequest("Points", { value: "500 puntos", probability: 20, emoji: "⭐", message: "Ya están en tu cuenta." }),
  giftRequest("Perder", { value: "Sigue participando", probability: 30, message: "Gracias por jugar." }),
  giftRequest("Fisico", { value: "Termo de acero", probability: 15, emoji: "🧉", message: "Pasa por tu termo." }),
  giftRequest("Porcentaje", { value: "10 % de descuento", probability: 25, emoji: "🏷️", message: "En tu compra." }),
  giftRequest("Fisico", { value: "Audífonos inalámbricos", probability: 8, emoji: "🎧", message: "¡Suenan bien!" }),
  giftRequest("Fisico", { value: "Viaje a Oaxaca", probability: 2, emoji: "✈️", message: "Te llamamos." }),
];
/** Every spin wins the bottle. */
const certain = gifts.map((gift, index) => ({ ...gift, probability: index === 2 ? 1 : 0 }));

// Starting a browser is slow while other tests run.
describe.skipIf(!hasChromium)(toBrowserTitle("the page of a roulette in a browser"), { timeout: 120_000 }, () => {
  let service: TestService<typeof RoulettesService>;
  let browser: Browser;
  beforeAll(async () => {
    service = await startTestService(roulettes);
    browser = await startBrowser();
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await service.close();
  });

  /** Opens the page as after a registration: with the cookie and the pass that the flows service makes. */
  async function openWithPass(page: Page, tenant: RoulettesTenant, id: string): Promise<void> {
    const path = `/roulette/${id}`;
    const visitor = createTestVisitor(service);
    const address = visitor.receivePass(path, createTestPass(tenant.businessId, { type: "roulette", id }));
    const [name = "", value = ""] = visitor.cookieHeader(path).split("=");
    await page.context().addCookies([{ name, value, domain: "127.0.0.1", path }]);
    await page.goto(address);
    expect(page.url()).toBe(`${service.httpUrl}${path}`);
  }

  /** The browser moves the focus after it has shown the page. */
  async function expectFocus(page: Page, property: "id" | "tagName", value: string): Promise<void> {
    await expect.poll(() => page.evaluate(`document.activeElement.${property}`), { timeout: 30_000 }).toBe(value);
  }

  const isTurning = (page: Page) =>
    page.evaluate<boolean>("document.getAnimations().some(({ animationName }) => animationName === 'turn')");

  const languages = [
    { country: "MX", spin: "Girar la ruleta", won: "¡Ganaste!" },
    { country: "US", spin: "Spin the wheel", won: "You won!" },
    { country: "BR", spin: "Girar a roleta", won: "Você ganhou!" },
  ];
  test.each(pairLooks(languages))(
    "every state is accessible and fits the window: $name, $language.country",
    async (look) => {
      const { name, options } = look;
      const { country, spin, won } = look.language;
      const tenant = service.newTenant({ country });
      const settings = { name: "Gran rifa de verano", ...premium, timeToWin: 1, textToWin: "¡Felicidades!" };
      const full = await createRoulette(tenant, { ...settings, gifts });
      const id = await createRoulette(tenant, { ...settings, gifts: certain });
      // Without motion, so that no color is measured while it changes.
      const problems = await withPage(browser, { ...options, reducedMotion: "reduce" }, async (page) => {
        const check = async (state: string) =>
          expect(await findPageProblems(page, `roulette-${country}-${name}-${state}`)).toEqual([]);
        await page.goto(`${service.httpUrl}/roulette/${full}`);
        await check("without-pass");
        await openWithPass(page, tenant, full);
        for (const details of await page.locator("summary").all()) await details.click();
        await check("ready");
        await openWithPass(page, tenant, id);
        await page.getByRole("button", { name: spin }).click();
        await page.getByRole("heading", { name: won }).waitFor();
        await check("won");
      });
      expect(problems).toEqual([]);
    },
  );

  test("without script and with the keyboard only, a visitor spins, sees the wheel turn, and has the result in focus", async () => {
    const tenant = service.newTenant();
    const id = await createRoulette(tenant, { gifts: certain, timeToWin: 3 });
    const problems = await withPage(browser, {}, async (page) => {
      await openWithPass(page, tenant, id);
      await page.keyboard.press("Tab");
      await expectFocus(page, "tagName", "BUTTON");
      await page.keyboard.press("Enter");
      await page.waitForURL("**#result");
      // The browser starts both after it has shown the page. The end state of the animation stays.
      await expect.poll(() => isTurning(page), { timeout: 30_000 }).toBe(true);
      await expectFocus(page, "id", "result");
      const code = await page.locator(".code").textContent();
      await page.goto(`${service.httpUrl}/roulette/${id}`);
      expect(await page.locator(".code").textContent()).toBe(code);
      expect(await isTurning(page)).toBe(false);
    });
    expect(problems).toEqual([]);
    await withPage(browser, { javaScriptEnabled: false }, async (page) => {
      await openWithPass(page, tenant, id);
      await page.getByRole("button", { name: "Girar la ruleta" }).click();
      await page.getByRole("heading", { name: "¡Ganaste!" }).waitFor();
    });
  });

  test("with reduced motion nothing moves and the result is there at once", async () => {
    const tenant = service.newTenant();
    const id = await createRoulette(tenant, { gifts: certain, timeToWin: 10 });
    await withPage(browser, { reducedMotion: "reduce" }, async (page) => {
      await openWithPass(page, tenant, id);
      await page.getByRole("button", { name: "Girar la ruleta" }).click();
      await page.waitForURL("**#result");
      expect(await page.evaluate("document.getAnimations().length")).toBe(0);
      expect(await page.evaluate("getComputedStyle(document.querySelector('.outcome')).opacity")).toBe("1");
    });
  });

  test("the wheel stops with the pointer at the gift that was drawn", async () => {
    const tenant = service.newTenant();
    const id = await createRoulette(tenant, { gifts, timeToWin: 1, timeToLose: 1 });
    await withPage(browser, { reducedMotion: "reduce" }, async (page) => {
      await openWithPass(page, tenant, id);
      await page.getByRole("button", { name: "Girar la ruleta" }).click();
      await page.waitForURL("**#result");
      const shown = (await page.locator("svg.wheel").getAttribute("aria-label")) ?? "";
      // The field below the pointer, just inside the rim.
      const box = (await page.locator("svg.wheel").boundingBox())!;
      const label = await page.evaluate<string | undefined>(
        `document.elementsFromPoint(${box.x + box.width / 2}, ${box.y + box.height * 0.16}).find(({ classList }) => classList.contains("slice"))?.getAttribute("data-gift")`,
      );
      expect(shown).toContain(gifts[Number(label)]?.value ?? "no field");
    });
  });

  test("the page is one request without script, below 20 KB", async () => {
    const tenant = service.newTenant();
    const id = await createRoulette(tenant, { gifts });
    const requests: string[] = [];
    await withPage(browser, {}, async (page) => {
      page.on("request", (request) => requests.push(request.url()));
      const response = await page.goto(`${service.httpUrl}/roulette/${id}`);
      expect((await response?.body())?.length).toBeLessThan(20_000);
    });
    expect(requests.filter((url) => !url.endsWith("/favicon.ico"))).toHaveLength(1);
  });
});
