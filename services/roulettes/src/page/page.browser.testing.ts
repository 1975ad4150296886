import { createTestPass, createTestVisitor, type TestService } from "@tenant-ops/kit/testing";
import { findPageProblems, pairLooks, withPage } from "@tenant-ops/kit/testing/browser";
import type { RoulettesService } from "@tenant-ops/proto/roulettes";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { createRoulette, giftRequest, premium, type RoulettesTenant } from "../testing.js";

// What the tests of the page in a browser share: page.browser.test.ts has what it does, page.browser.long.test.ts its looks.

export type Roulettes = TestService<typeof RoulettesService>;

export const gifts = [
  giftRequest("Points", { value: "500 puntos", probability: 20, emoji: "⭐", message: "Ya están en tu cuenta." }),
  giftRequest("Perder", { value: "Sigue participando", probability: 30, message: "Gracias por jugar." }),
  giftRequest("Fisico", { value: "Termo de acero", probability: 15, emoji: "🧉", message: "Pasa por tu termo." }),
  giftRequest("Porcentaje", { value: "10 % de descuento", probability: 25, emoji: "🏷️", message: "En tu compra." }),
  giftRequest("Fisico", { value: "Audífonos inalámbricos", probability: 8, emoji: "🎧", message: "¡Suenan bien!" }),
  giftRequest("Fisico", { value: "Viaje a Oaxaca", probability: 2, emoji: "✈️", message: "Te llamamos." }),
];
/** Every spin wins the bottle. */
export const certain = gifts.map((gift, index) => ({ ...gift, probability: index === 2 ? 1 : 0 }));

export const looks = pairLooks([
  { country: "MX", spin: "Girar la ruleta", won: "¡Ganaste!" },
  { country: "US", spin: "Spin the wheel", won: "You won!" },
  { country: "BR", spin: "Girar a roleta", won: "Você ganhou!" },
]);

/** Opens the page as after a registration: with the cookie and the pass that the flows service makes. */
export async function openWithPass(service: Roulettes, page: Page, tenant: RoulettesTenant, id: string): Promise<void> {
  const path = `/roulette/${id}`;
  const visitor = createTestVisitor(service);
  const address = visitor.receivePass(path, createTestPass(tenant.businessId, { type: "roulette", id }));
  const [name = "", value = ""] = visitor.cookieHeader(path).split("=");
  await page.context().addCookies([{ name, value, domain: "127.0.0.1", path }]);
  await page.goto(address);
  expect(page.url()).toBe(`${service.httpUrl}${path}`);
}

/** Every state of the page is accessible and fits the window. */
export async function assertStates(service: Roulettes, look: (typeof looks)[number]): Promise<void> {
  const { name, options } = look;
  const { country, spin, won } = look.language;
  const tenant = service.newTenant({ country });
  const settings = { name: "Gran rifa de verano", ...premium, timeToWin: 1, textToWin: "¡Felicidades!" };
  const full = await createRoulette(tenant, { ...settings, gifts });
  const id = await createRoulette(tenant, { ...settings, gifts: certain });
  // Without motion, so that no color is measured while it changes.
  const problems = await withPage(options, async (page) => {
    const check = async (state: string) =>
      expect(await findPageProblems(page, `roulette-${country}-${name}-${state}`)).toEqual([]);
    await page.goto(`${service.httpUrl}/roulette/${full}`);
    await check("without-pass");
    await openWithPass(service, page, tenant, full);
    for (const details of await page.locator("summary").all()) await details.click();
    await check("ready");
    await openWithPass(service, page, tenant, id);
    await page.getByRole("button", { name: spin }).click();
    await page.getByRole("heading", { name: won }).waitFor();
    await check("won");
  });
  expect(problems).toEqual([]);
}
