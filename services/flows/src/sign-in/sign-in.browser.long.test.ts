// The proof of a visitor in every language, window and color scheme; whatsapp.test.ts and identity-provider.test.ts have what it does.
import { type StandInProvider, startIdentityProvider } from "@tenant-ops/kit/testing";
import { findPageProblems, hasChromium, pairLooks, toBrowserTitle, withPage } from "@tenant-ops/kit/testing/browser";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createActiveFlow, send, startTestFlows, type TestFlows } from "../testing.js";
import { signInPath, standInSettings, whatsAppSettings } from "./visitors.testing.js";
import { type StandInWhatsApp, startWhatsApp } from "./whatsapp.testing.js";

const countries = [
  ["MX", "55 1234 56", "Recibir un código", "Confirmar", "Enviar otro código", "Registrarme"],
  ["US", "(201) 555-01", "Get a code", "Confirm", "Send another code", "Register"],
  ["BR", "11 91234-56", "Receber um código", "Confirmar", "Enviar outro código", "Cadastrar"],
] as const;

const looks = pairLooks(countries).map(
  ({ language: [country, phone, get, confirm, again, register], ...appearance }) => ({
    ...appearance,
    country,
    phone,
    words: { get, confirm, again, register },
  }),
);

interface Proof {
  flows: TestFlows;
  whatsapp: StandInWhatsApp;
  provider: StandInProvider;
}

/** The flows service with a WhatsApp and an identity provider, for the tests of a `describe`. */
function useProof(): Proof {
  const used = {} as Proof;
  beforeAll(async () => {
    [used.whatsapp, used.provider] = await Promise.all([startWhatsApp(), startIdentityProvider()]);
    used.flows = await startTestFlows({
      ...standInSettings,
      WHATSAPP_API_URL: used.whatsapp.url,
      CONSOLE_URL: "http://127.0.0.1:1",
      FLOW_ALLOW_HTTP_LOOPBACK: "true",
    });
  });
  afterAll(async () => {
    await used.flows?.close();
    used.whatsapp?.close();
    used.provider?.close();
  });
  return used;
}

let counter = 0;

/** Every step can be used without script, and axe finds nothing. */
async function assertSteps(used: Proof, look: (typeof looks)[number]): Promise<void> {
  const { flows, whatsapp, provider } = used;
  const { country, phone, words, name, options } = look;
  const tenant = flows.newTenant({ country });
  const { issuer, clientId, clientSecret } = provider;
  await send(tenant, "PUT", signInPath, {
    whatsapp: whatsAppSettings(whatsapp),
    identityProvider: { issuer, clientId, clientSecret },
  });
  const slug = await createActiveFlow(tenant, {
    name: "Rifa de verano",
    registrationFields: [
      { text: "First Name", value: "first_name", isRequired: true },
      { text: "WhatsApp", value: "phone", type: "phone", isRequired: true },
    ],
  });
  await send(tenant, "PATCH", `/v1/public/flows/${slug}`, { authType: "both" });
  const picture = (step: string) => `sign-in-${country}-${name.replaceAll(/\W+/g, "-")}-${step}`;
  const problems = await withPage(options, async (page) => {
    await page.goto(`${flows.service.httpUrl}/flow/${slug}`);
    expect(await findPageProblems(page, picture("1-choice"))).toEqual([]);
    await page.locator("#phone").fill("12");
    await page.getByRole("button", { name: words.get }).click();
    await page.locator(".summary").waitFor();
    expect(await findPageProblems(page, picture("2-wrong"))).toEqual([]);
    await page.locator("#phone").fill(`${phone}${String(10 + (counter += 1))}`);
    await page.getByRole("button", { name: words.get }).click();
    await page.getByRole("button", { name: words.again }).waitFor();
    expect(await findPageProblems(page, picture("3-code"))).toEqual([]);
    await page.locator("#code").fill(whatsapp.sent.at(-1)?.code ?? "");
    await page.keyboard.press("Enter");
    await page.waitForURL(`${flows.service.httpUrl}/flow/${slug}`);
    expect(await findPageProblems(page, picture("4-form"))).toEqual([]);
    expect(await page.locator("#field-phone").getAttribute("readonly")).not.toBeNull();
    await page.getByRole("link", { name: /Usar outro|Usar otro|Use another/ }).click();
    await page.locator("#phone").waitFor();
  });
  // Chromium reports the 422 of the wrong number as an error of the console.
  expect(problems.filter((problem) => !problem.includes("422"))).toEqual([]);
}

describe.skipIf(!hasChromium)(toBrowserTitle("the proof of a visitor in a browser"), () => {
  const used = useProof();

  test.each(looks)("in $country, $name: every step can be used without script, and axe finds nothing", (look) =>
    assertSteps(used, look),
  );
});
