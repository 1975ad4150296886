import { afterAll, beforeAll, expect, test } from "vitest";
import { createActiveFlow, type FlowsTenant, startTestFlows, type TestFlows } from "../testing.js";
import {
  createBrowser,
  proveByWhatsApp,
  setWhatsApp,
  standInSettings,
  type TestBrowser,
} from "../sign-in/visitors.testing.js";
import { type StandInWhatsApp, startWhatsApp, whatsAppError } from "../sign-in/whatsapp.testing.js";

const openPerNetwork = 4;
const codesPerDayMax = 20;

let whatsapp: StandInWhatsApp;
let flows: TestFlows;
beforeAll(async () => {
  whatsapp = await startWhatsApp();
  flows = await startTestFlows({
    ...standInSettings,
    WHATSAPP_API_URL: whatsapp.url,
    FLOW_OPEN_CODES_PER_NETWORK: String(openPerNetwork),
  });
});
afterAll(async () => {
  await flows.close();
  whatsapp.close();
});

const fields = [{ text: "Teléfono", value: "phone", type: "phone", placeholder: "", isRequired: true }];
let phones = 0;
const newPhone = () => `+5255${String(30_000_000 + ++phones * 13)}`;

async function createFlow(): Promise<{ tenant: FlowsTenant; slug: string }> {
  const tenant = flows.newTenant({ country: "MX" });
  await setWhatsApp(tenant, whatsapp, { codesPerDayMax });
  return { tenant, slug: await createActiveFlow(tenant, { registrationFields: fields }) };
}

const openPage = async (slug: string, address: string): Promise<TestBrowser> => {
  const browser = createBrowser(flows, { address });
  await browser.open(slug);
  return browser;
};

/** Asks for codes that nobody enters. @returns how many were sent */
async function askFor(slug: string, codes: number, toAddress: (index: number) => string): Promise<number> {
  const before = whatsapp.sent.length;
  for (let index = 0; index < codes; index += 1)
    await (await openPage(slug, toAddress(index))).askForCode(slug, newPhone());
  return whatsapp.sent.length - before;
}

test("addresses of a stranger do not use up the codes of a business", async () => {
  const { tenant, slug } = await createFlow();
  const known = newPhone();
  const before = await openPage(slug, "203.0.113.1");
  await proveByWhatsApp(before, whatsapp, slug, known);
  expect(await before.register(slug, {})).toMatchObject({ status: 303 });
  // The phone was proved more than a minute ago.
  const lastAt = new Date(Date.now() - 120_000);
  await tenant.scope().collection<{ _id: string; lastAt: Date }>("visitorUsage").updateMany({}, { $set: { lastAt } });

  // Nine addresses, each in a network of its own.
  expect(await askFor(slug, 45, (index) => `100.64.${index % 9}.7`)).toBe(codesPerDayMax / 2);

  const refused = await (await openPage(slug, "203.0.113.2")).askForCode(slug, newPhone());
  expect(refused).toMatchObject({ status: 429 });
  expect(refused.text).toContain("mañana");
  expect(await (await openPage(slug, "203.0.113.3")).askForCode(slug, known)).toMatchObject({ status: 303 });
});

test.each([
  ["addresses of one /24 network", (index: number) => `192.0.2.${index}`],
  ["/64 networks of one /48 network", (index: number) => `2001:db8:7:${index}::1`],
])("%s have few codes that are not entered", async (_name, toAddress) => {
  const { slug } = await createFlow();
  expect(await askFor(slug, openPerNetwork + 3, toAddress)).toBe(openPerNetwork);
  expect(await askFor(slug, 1, () => "203.0.113.9")).toBe(1);
});

test("visitors who enter their codes can be as many behind one address as the business allows", async () => {
  const { slug } = await createFlow();
  for (let index = 0; index < codesPerDayMax; index += 1)
    await proveByWhatsApp(await openPage(slug, "192.0.2.1"), whatsapp, slug, newPhone());
  expect(await askFor(slug, 1, () => "203.0.113.9")).toBe(0);
});

test("codes that WhatsApp did not send because of the settings keep nobody from asking again", async () => {
  const { slug } = await createFlow();
  whatsapp.answerWith(whatsAppError(400, 190));
  await askFor(slug, openPerNetwork + 2, () => "192.0.2.1");
  whatsapp.answerWith(undefined);
  expect(await askFor(slug, 1, () => "192.0.2.1")).toBe(1);
});
