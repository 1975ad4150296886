import { newId } from "@tenant-ops/kit/data";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  createActiveFlow,
  type FlowsTenant,
  readPage,
  send,
  startTestFlows,
  type TestFlows,
  validAnswers,
} from "../testing.js";
import { createBrowser, proveByWhatsApp, readPass, setWhatsApp, standInSettings } from "./visitors.testing.js";
import { type StandInWhatsApp, startWhatsApp, whatsAppError } from "./whatsapp.testing.js";

const signInsPerAddress = 12;

let whatsapp: StandInWhatsApp;
let flows: TestFlows;
beforeAll(async () => {
  whatsapp = await startWhatsApp();
  flows = await startTestFlows({
    ...standInSettings,
    WHATSAPP_API_URL: whatsapp.url,
    FLOW_SIGN_INS_PER_ADDRESS: String(signInsPerAddress),
    // All visitors of this file are in one network; `codes.test.ts` is about codes that are not entered.
    FLOW_OPEN_CODES_PER_NETWORK: "1000",
  });
});
beforeEach(() => whatsapp.answerWith(undefined));
afterAll(async () => {
  await flows.close();
  whatsapp.close();
});

const fields = [
  { text: "Nombre", value: "name", type: "text", placeholder: "", isRequired: true },
  { text: "Teléfono", value: "phone", type: "phone", placeholder: "", isRequired: true },
];
let phoneCount = 0;
const newPhone = () =>
  `+5255${String(10_000_000 + ++phoneCount * 7 + (Date.now() % 1_000_000) * 8)
    .slice(-8)
    .replace(/^0/, "1")}`;

async function createFlow(given: object = {}): Promise<{ tenant: FlowsTenant; slug: string }> {
  const tenant = flows.newTenant({ country: "MX" });
  await setWhatsApp(tenant, whatsapp, given);
  return { tenant, slug: await createActiveFlow(tenant, { registrationFields: fields }) };
}

const listRegistrations = async (tenant: FlowsTenant, slug: string) =>
  (await readPage<Record<string, unknown>>(tenant, `/v1/public/flows/${slug}/registrations`)).items;

const wrongCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

test("a visitor proves a phone, and the registration has it although the browser sends another one", async () => {
  const { tenant, slug } = await createFlow();
  const browser = createBrowser(flows);
  const asked = await browser.open(slug);
  expect(asked.text).toContain("Confirma que eres tú");
  expect(asked.text).not.toContain("Nombre");
  const phone = newPhone();
  expect(await browser.askForCode(slug, phone)).toMatchObject({ status: 303, location: `/flow/${slug}/sign-in` });
  const message = whatsapp.sent.at(-1);
  expect(message).toMatchObject({
    to: phone.slice(1),
    code: expect.stringMatching(/^\d{6}$/),
    phoneNumberId: "105954558954427",
    template: { name: "verification_code", language: "es_MX" },
  });
  expect((await browser.get(`/flow/${slug}/sign-in`)).text).toContain(phone.slice(-4));
  expect(await browser.enterCode(slug, ` ${message?.code.slice(0, 3)}-${message?.code.slice(3)} `)).toMatchObject({
    status: 303,
    location: `/flow/${slug}`,
  });
  const form = await browser.open(slug);
  expect(form.text).toMatch(new RegExp(`readonly[^>]*value="\\${phone}"`, "s"));
  expect(await browser.register(slug, { name: "Ana", phone: "+15550001111" })).toMatchObject({ status: 303 });
  const [registration] = await listRegistrations(tenant, slug);
  expect(registration).toMatchObject({
    answers: { name: "Ana", phone },
    proof: { method: "whatsapp", phone, at: expect.any(String) },
  });
});

test("the pass of a visitor says that the phone is proven, and not the e-mail address that was typed beside it", async () => {
  const tenant = flows.newTenant({ country: "MX" });
  await setWhatsApp(tenant, whatsapp);
  const id = flows.roulettes.addTarget(tenant, newId("rlt"));
  const email = { text: "Correo", value: "email", type: "email", placeholder: "", isRequired: true };
  const target = { redirectType: "roulette", redirectTargetId: id };
  const slug = await createActiveFlow(tenant, { registrationFields: [...fields, email], ...target });
  const browser = createBrowser(flows);
  await proveByWhatsApp(browser, whatsapp, slug, newPhone());
  const { location } = await browser.register(slug, { name: "Ana", email: "eva@example.com" });
  expect(readPass(flows, location, { type: "roulette", id })).toMatchObject({
    isVerified: true,
    provenContact: ["phone"],
  });
});

test("without a proof no form is accepted", async () => {
  const { tenant, slug } = await createFlow();
  const browser = createBrowser(flows);
  await browser.open(slug);
  expect(await browser.register(slug, { name: "Ana", phone: newPhone() })).toMatchObject({ status: 403 });
  expect(await listRegistrations(tenant, slug)).toEqual([]);
});

test("a flow whose provider is not set registers without a proof, as before", async () => {
  const tenant = flows.newTenant();
  const slug = await createActiveFlow(tenant);
  const browser = createBrowser(flows);
  await browser.open(slug);
  expect(browser.cookies.size).toBe(0);
  expect(await browser.register(slug, validAnswers)).toMatchObject({ status: 303 });
  expect(await listRegistrations(tenant, slug)).toMatchObject([{ proof: null }]);
});

test("of a hundred parallel guesses five are compared, and after them the right code does not work any more", async () => {
  const { slug } = await createFlow();
  const browser = createBrowser(flows);
  await browser.open(slug);
  await browser.askForCode(slug, newPhone());
  const { code = "" } = whatsapp.sent.at(-1) ?? {};
  const guesses = await Promise.all(
    Array.from({ length: 100 }, (_, index) =>
      browser.enterCode(slug, String((Number(code) + 1 + index) % 1_000_000).padStart(6, "0")),
    ),
  );
  const compared = guesses.filter(({ text }) => text.includes("El código no es correcto"));
  expect(compared.length).toBe(4);
  expect(guesses.every(({ status }) => status === 422)).toBe(true);
  expect(await browser.enterCode(slug, code)).toMatchObject({ status: 422 });
});

test("visitors who do not get through the proof are seen at it, with every refused try, and leave it when they prove who they are", async () => {
  const { tenant, slug } = await createFlow();
  const readStops = async (of = tenant) => {
    const { body } = await send<VisitCounts>(of, "GET", `/v1/public/flows/${slug}/visits`);
    return (body.stops ?? []).flatMap(({ place, visitors, refusedTries }) =>
      visitors + refusedTries > 0 ? [[place, visitors, refusedTries]] : [],
    );
  };
  const [stuck, through] = [createBrowser(flows), createBrowser(flows)];
  for (const browser of [stuck, through]) {
    await browser.open(slug);
    expect(await browser.askForCode(slug, "12")).toMatchObject({ status: 422 });
  }
  whatsapp.answerWith(whatsAppError(400, 132001));
  expect(await stuck.askForCode(slug, newPhone())).toMatchObject({ status: 503 });
  expect(await readStops()).toEqual([["proof", 2, 3]]);
  whatsapp.answerWith(undefined);
  await proveByWhatsApp(through, whatsapp, slug, newPhone());
  await through.open(slug);
  expect(await readStops()).toEqual([
    ["proof", 1, 3],
    ["proved", 1, 0],
  ]);
  const robot = await fetch(`${flows.service.httpUrl}/flow/${slug}/sign-in/code`, {
    method: "POST",
    headers: { "user-agent": "curl/8" },
    body: new URLSearchParams({ phone: "12" }),
  });
  expect(robot.status).toBe(400);
  expect(await readStops()).toContainEqual(["proof", 1, 3]);
  expect(await readStops(flows.newTenant())).toEqual([]);
});

interface VisitCounts {
  stops?: { place: string; visitors: number; refusedTries: number }[];
}

test("a code works once", async () => {
  const { slug } = await createFlow();
  const browser = createBrowser(flows);
  await proveByWhatsApp(browser, whatsapp, slug, newPhone());
  expect(await browser.enterCode(slug, whatsapp.sent.at(-1)?.code ?? "")).toMatchObject({ status: 422 });
});

test("a proof counts for one registration, also when two are sent at once", async () => {
  const { tenant, slug } = await createFlow();
  const browser = createBrowser(flows);
  await proveByWhatsApp(browser, whatsapp, slug, newPhone());
  const results = await Promise.all(["Ana", "Ben", "Eva"].map((name) => browser.register(slug, { name })));
  expect(results.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([303, 403, 403]);
  expect(await listRegistrations(tenant, slug)).toHaveLength(1);
});

test("the same form sent twice is one registration, and both answers lead on", async () => {
  const { tenant, slug } = await createFlow();
  const browser = createBrowser(flows);
  await proveByWhatsApp(browser, whatsapp, slug, newPhone());
  const answers = { name: "Ana", _submission: "0f8fad5b-d9cb-469f-a165-70867728950e" };
  for (const _ of [1, 2]) expect(await browser.register(slug, answers)).toMatchObject({ status: 303 });
  expect(await listRegistrations(tenant, slug)).toHaveLength(1);
});

test("a cookie is invalid for another flow, and another browser has no proof", async () => {
  const { tenant, slug } = await createFlow();
  const other = await createActiveFlow(tenant, { registrationFields: fields });
  const browser = createBrowser(flows);
  await proveByWhatsApp(browser, whatsapp, slug, newPhone());
  const [name, cookie] = [...browser.cookies][0] ?? [];
  const thief = createBrowser(flows);
  thief.cookies.set(name ?? "", { value: cookie?.value ?? "", path: `/flow/${other}` });
  expect(await thief.register(other, { name: "Eva" })).toMatchObject({ status: 403 });
  const second = createBrowser(flows);
  await second.open(slug);
  expect(await second.register(slug, { name: "Eva" })).toMatchObject({ status: 403 });
  expect(await second.enterCode(slug, whatsapp.sent.at(-1)?.code ?? "")).toMatchObject({ status: 422 });
});

test("a form of another site, which has no cookie, sends no code", async () => {
  const { slug } = await createFlow();
  const before = whatsapp.sent.length;
  expect(await createBrowser(flows).askForCode(slug, newPhone())).toMatchObject({ status: 400 });
  expect(whatsapp.sent.length).toBe(before);
});

test("a phone gets one code in 60 seconds, whichever browser asks and however often at once", async () => {
  const { slug } = await createFlow();
  const phone = newPhone();
  const before = whatsapp.sent.length;
  const answers = await Promise.all(
    Array.from({ length: 10 }, async () => {
      const browser = createBrowser(flows);
      await browser.open(slug);
      return browser.askForCode(slug, phone);
    }),
  );
  expect(answers.filter(({ status }) => status === 303)).toHaveLength(1);
  const refused = answers.find(({ status }) => status === 429);
  expect(Number(refused?.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(whatsapp.sent.length).toBe(before + 1);
});

test("an address that asks for codes to many phones is stopped at its limit", async () => {
  const { slug } = await createFlow();
  const browser = createBrowser(flows, { address: "2001:db8:1:2::1" });
  await browser.open(slug);
  const before = whatsapp.sent.length;
  for (let index = 0; index < signInsPerAddress; index++) await browser.askForCode(slug, newPhone());
  expect(whatsapp.sent.length).toBe(before + signInsPerAddress);
  const neighbour = createBrowser(flows, { address: "2001:db8:1:2::ffff" });
  await neighbour.open(slug);
  expect(await neighbour.askForCode(slug, newPhone())).toMatchObject({ status: 429 });
});

test("a business sends no more codes in a day than it allows, from however many addresses they are asked for", async () => {
  const { slug } = await createFlow({ codesPerDayMax: 6 });
  const before = whatsapp.sent.length;
  const answers = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const browser = createBrowser(flows);
      await browser.open(slug);
      return browser.askForCode(slug, newPhone());
    }),
  );
  expect(answers.filter(({ status }) => status === 303)).toHaveLength(3);
  expect(whatsapp.sent.length).toBe(before + 3);
});

test("for a text that is no phone number the visitor is asked again, and nothing is sent", async () => {
  const { slug } = await createFlow();
  const browser = createBrowser(flows);
  await browser.open(slug);
  const before = whatsapp.sent.length;
  for (const phone of ["", "12345", "call me", "+52 55 1234", "+5255123456789012345", "55 1234 5678 ext. 9"]) {
    const answer = await browser.askForCode(slug, phone);
    expect([phone, answer.status]).toEqual([phone, 422]);
  }
  expect(whatsapp.sent.length).toBe(before);
});

test.each([
  [131026, 422, "no llegan mensajes"],
  [190, 503, "no podemos enviar"],
  [130429, 503, "no podemos enviar"],
  [424242, 503, "no podemos enviar"],
])("WhatsApp error %i is a sentence for the visitor, without what WhatsApp wrote", async (code, status, sentence) => {
  const { slug } = await createFlow();
  const browser = createBrowser(flows);
  await browser.open(slug);
  whatsapp.answerWith(whatsAppError(400, code));
  const answer = await browser.askForCode(slug, newPhone());
  expect(answer.status).toBe(status);
  expect(answer.text).toContain(sentence);
  expect(answer.text).not.toContain("OAuthException");
  expect((await browser.get(`/flow/${slug}/sign-in`)).text).not.toContain('name="code"');
});

test("when the answer of WhatsApp is lost, the code that arrived can be entered", async () => {
  const { slug } = await createFlow();
  const browser = createBrowser(flows);
  await browser.open(slug);
  whatsapp.answerWith("hang up");
  expect(await browser.askForCode(slug, newPhone())).toMatchObject({ status: 303 });
  expect(await browser.enterCode(slug, whatsapp.sent.at(-1)?.code ?? "")).toMatchObject({ status: 303 });
});

test("a wrong code can be corrected", async () => {
  const { slug } = await createFlow();
  const browser = createBrowser(flows);
  await browser.open(slug);
  await browser.askForCode(slug, newPhone());
  const { code = "" } = whatsapp.sent.at(-1) ?? {};
  expect(await browser.enterCode(slug, wrongCode(code))).toMatchObject({ status: 422 });
  expect(await browser.enterCode(slug, code)).toMatchObject({ status: 303 });
});

test("a proof and a code end after their time", async () => {
  const { tenant, slug } = await createFlow();
  const browser = createBrowser(flows);
  const phone = newPhone();
  await browser.open(slug);
  await browser.askForCode(slug, phone);
  const signIns = tenant.scope().collection<{ _id: string }>("signIns");
  const past = new Date(Date.now() - 31 * 60_000);
  await signIns.updateMany({}, { $set: { "code.expiresAt": past } });
  expect(await browser.enterCode(slug, whatsapp.sent.at(-1)?.code ?? "")).toMatchObject({ status: 422 });
  await proveByWhatsApp(browser, whatsapp, slug, newPhone());
  await signIns.updateMany({}, { $set: { "proof.at": past } });
  expect(await browser.register(slug, { name: "Ana" })).toMatchObject({ status: 403 });
});

test("a visit with a proof is counted once", async () => {
  const { tenant, slug } = await createFlow();
  const browser = createBrowser(flows);
  await proveByWhatsApp(browser, whatsapp, slug, newPhone());
  await browser.open(slug);
  await browser.register(slug, { name: "Ana" });
  expect(await tenant.rpc.getFlowBySlug({ slug })).toMatchObject({
    totalVisitCount: 1,
    uniqueVisitCount: 1,
    completedCount: 1,
  });
});

test("neither codes nor tokens are in the database, and usage records contain no phone number", async () => {
  const { tenant, slug } = await createFlow();
  const browser = createBrowser(flows);
  await browser.open(slug);
  const phone = newPhone();
  await browser.askForCode(slug, phone);
  const { code = "" } = whatsapp.sent.at(-1) ?? {};
  const scope = tenant.scope();
  const read = (name: string) => scope.collection<{ _id: string }>(name).find({});
  const [signIns, providers, usage] = await Promise.all(["signIns", "signInProviders", "visitorUsage"].map(read));
  expect(signIns).toHaveLength(1);
  expect(JSON.stringify([signIns, providers, usage])).not.toContain(`"${code}"`);
  expect(JSON.stringify([signIns, providers, usage])).not.toContain(whatsapp.token);
  expect(JSON.stringify(signIns)).not.toContain([...browser.cookies.values()][0]?.value);
  expect(JSON.stringify(usage)).not.toContain(phone.slice(-8));
});
