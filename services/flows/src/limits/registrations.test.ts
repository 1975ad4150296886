import { afterAll, beforeAll, expect, test } from "vitest";
import { createActiveFlow, type FlowsTenant, send, startTestFlows, type TestFlows } from "../testing.js";
import { createBrowserOf, documentFields, pdf, readRegistrations } from "../registrations/registrations.testing.js";

const [perBusiness, perAddress] = [5, 3];
const [bytesPerBusiness, bytesPerAddress] = [2_000_000, 1_200_000];

let flows: TestFlows;
beforeAll(async () => {
  flows = await startTestFlows({
    FLOW_REGISTRATIONS_PER_BUSINESS: String(perBusiness),
    FLOW_REGISTRATIONS_PER_ADDRESS: String(perAddress),
    FLOW_BYTES_PER_BUSINESS: String(bytesPerBusiness),
    FLOW_BYTES_PER_ADDRESS: String(bytesPerAddress),
  });
});
afterAll(() => flows.close());

const nameField = [{ text: "Nombre", value: "first_name", isRequired: true }];
const submission = "0f8fad5b-d9cb-469f-a165-70867728950e";
let names = 0;
const newAnswers = () => ({ first_name: `Ana ${++names}` });
const countStatuses = (answers: readonly Response[]) => {
  const count = (status: number) => answers.filter((one) => one.status === status).length;
  return { 200: count(200), 303: count(303), 429: count(429) };
};
const countRegistrations = async (tenant: FlowsTenant, slug: string) =>
  (await readRegistrations(tenant, slug, "limit=100")).length;
const fileChunks = (tenant: FlowsTenant) =>
  tenant.scope().collection<{ _id: string; data: { length(): number }; expiresAt?: Date }>("fileChunks");

test("an address registers as often as it may, others go on, and nothing that was typed is lost", async () => {
  const tenant = flows.newTenant();
  const slug = await createActiveFlow(tenant, { registrationFields: nameField });
  const [first, second] = ["192.0.2.1", "192.0.2.2"].map((address) => createBrowserOf(flows, { address }));
  for (let index = 0; index < perAddress; index += 1) await first?.submit(slug, newAnswers());
  const refused = await first?.submit(slug, { first_name: "Eva", _submission: submission });
  expect(refused?.status).toBe(429);
  expect(Number(refused?.headers.get("retry-after"))).toBeGreaterThan(3600);
  const page = (await refused?.text()) ?? "";
  expect(page).toContain("Tus respuestas siguen aquí");
  expect(page).toContain('value="Eva"');
  expect(page).toContain(submission);
  expect(await countRegistrations(tenant, slug)).toBe(perAddress);

  const answers = [];
  for (let index = 0; index < perAddress; index += 1) answers.push(await second?.submit(slug, newAnswers()));
  expect(answers.map((answer) => answer?.status)).toEqual([303, 303, 429]);
  const other = flows.newTenant();
  const otherSlug = await createActiveFlow(other, { registrationFields: nameField });
  expect((await first?.submit(otherSlug, newAnswers()))?.status).toBe(303);
});

test("of forms at once no more are stored than the visitors of a business may send", async () => {
  const tenant = flows.newTenant();
  const slug = await createActiveFlow(tenant, { registrationFields: nameField });
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      createBrowserOf(flows, { address: `192.0.2.${index}` }).submit(slug, newAnswers()),
    ),
  );
  expect(countStatuses(answers)).toEqual({ 200: 0, 303: perBusiness, 429: 20 - perBusiness });
  expect(await countRegistrations(tenant, slug)).toBe(perBusiness);
});

test("a form over the limit is a refused try of its flow: the visitor has sent a form, and stands at the limit", async () => {
  const tenant = flows.newTenant();
  const slug = await createActiveFlow(tenant, { registrationFields: nameField });
  const browser = createBrowserOf(flows, { address: "192.0.2.1" });
  for (let index = 0; index < perAddress; index += 1) await browser.submit(slug, newAnswers());
  expect((await browser.submit(slug, newAnswers())).status).toBe(429);
  const { body } = await send<{ stops: { place: string }[] }>(tenant, "GET", `/v1/public/flows/${slug}/visits`);
  expect(body).toMatchObject({ totals: { refusedTries: 1 } });
  expect(body.stops.find(({ place }) => place === "limit")).toMatchObject({ refusedTries: 1 });
});

test("the same form sent again is answered as before when nothing more may be stored", async () => {
  const tenant = flows.newTenant();
  const slug = await createActiveFlow(tenant, { registrationFields: nameField });
  const browser = createBrowserOf(flows, { address: "192.0.2.1" });
  const form = { first_name: "Eva", _submission: submission };
  for (let index = 1; index < perAddress; index += 1) await browser.submit(slug, newAnswers());
  expect((await browser.submit(slug, form)).status).toBe(303);
  expect((await browser.submit(slug, form)).status).toBe(303);
  expect((await browser.submit(slug, newAnswers())).status).toBe(429);
});

test("of files at once no more is stored than the visitors of a business may send, and what is there stays", async () => {
  const tenant = flows.newTenant();
  const slug = await createActiveFlow(tenant, { registrationFields: documentFields });
  const visitors = await Promise.all(
    Array.from({ length: 4 }, async (_, index) => {
      const browser = createBrowserOf(flows, { address: `192.0.2.${index}` });
      return { browser, path: await browser.register(slug, newAnswers()) };
    }),
  );
  const answers = await Promise.all(visitors.map(({ browser, path }) => browser.upload(path, "ine", pdf(900_000))));
  expect(countStatuses(answers)).toEqual({ 200: 0, 303: 2, 429: 2 });
  const refused = answers.find(({ status }) => status === 429);
  expect(Number(refused?.headers.get("retry-after"))).toBeGreaterThan(3600);
  expect(await refused?.text()).toContain("Tu registro sigue guardado");
  const chunks = await fileChunks(tenant).find({});
  expect(chunks.reduce((sum, { data }) => sum + data.length(), 0)).toBeLessThan(bytesPerBusiness);
  const stored = await readRegistrations(tenant, slug);
  expect(stored.map(({ state }) => state)).toEqual(Array(4).fill("pending"));
  expect(stored.filter(({ files }) => files[0]?.file)).toHaveLength(2);
});

test("the files of one address have a limit of their own, which counts refused ones too", async () => {
  const tenant = flows.newTenant();
  const slug = await createActiveFlow(tenant, { registrationFields: documentFields });
  const browser = createBrowserOf(flows, { address: "192.0.2.1" });
  const path = await browser.register(slug, newAnswers());
  const noFile = Buffer.concat([Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0]), Buffer.alloc(700_000)]);
  expect((await browser.upload(path, "ine", noFile)).status).toBe(422);
  expect((await browser.upload(path, "ine", pdf(700_000))).status).toBe(429);
  expect((await browser.upload(path, "ine", pdf(100_000))).status).toBe(303);
});

test("the checklist of a page says when its visitors have used most of what they may send", async () => {
  const tenant = flows.newTenant();
  const slug = await createActiveFlow(tenant, { registrationFields: nameField });
  const readLast = async () => {
    const { body } = await send<{ steps: object[] }>(tenant, "GET", `/v1/public/flows/${slug}/checklist`);
    return body.steps.at(-1);
  };
  const register = (index: number) =>
    createBrowserOf(flows, { address: `192.0.2.${index}` }).submit(slug, newAnswers());
  for (const index of [1, 2, 3]) await register(index);
  expect(await readLast()).toMatchObject({ state: "done", code: "page_online" });
  await register(4);
  expect(await readLast()).toMatchObject({
    state: "warning",
    code: "visitor_limits_nearly_used",
    params: { limits: ["registrations"] },
  });
});

test("files of a registration that is not completed expire with its time for documents", async () => {
  const tenant = flows.newTenant();
  const slug = await createActiveFlow(tenant, { registrationFields: documentFields });
  const browser = createBrowserOf(flows);
  const path = await browser.register(slug, newAnswers());
  await browser.upload(path, "ine", pdf(300_000));
  const chunks = await fileChunks(tenant).find({});
  const latest = Date.now() + 25 * 60 * 60_000;
  expect(chunks).toHaveLength(2);
  expect(chunks.filter(({ expiresAt }) => !expiresAt || expiresAt.getTime() > latest)).toEqual([]);
});
