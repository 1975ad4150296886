import { newId, foldChanges, packDays, repairCounts } from "@tenant-ops/kit/data";
import { createTestRetention, listCountDifferences, readCounted } from "@tenant-ops/kit/testing";
import { DataService } from "@tenant-ops/proto/common";
import { flows as counted } from "@tenant-ops/rest/analytics";
import { afterAll, beforeAll, expect, test } from "vitest";
import { countSources } from "../daily-counts.js";
import { flows as flowsService } from "../flows.js";
import { createBrowserOf, documentFields, pdf } from "../registrations/registrations.testing.js";
import { createBrowser, setWhatsApp, standInSettings } from "../sign-in/visitors.testing.js";
import { type StandInWhatsApp, startWhatsApp } from "../sign-in/whatsapp.testing.js";
import {
  createActiveFlow,
  createVisitor,
  type FlowsTenant,
  startTestFlows,
  type TestFlows,
  validAnswers,
} from "../testing.js";

let whatsapp: StandInWhatsApp;
let flows: TestFlows;
beforeAll(async () => {
  whatsapp = await startWhatsApp();
  flows = await startTestFlows({ ...standInSettings, WHATSAPP_API_URL: whatsapp.url });
});
afterAll(async () => {
  await flows.close();
  whatsapp.close();
});

const getDb = () => flows.service.running.context.db;
const source = countSources.find((one) => one.counted === counted)!;
const differences = ({ businessId }: FlowsTenant) => listCountDifferences(getDb(), businessId, countSources);

/** Visits, visitors and registrations by the kind of identity; what is 0 is left out. */
async function readIdentities(tenant: FlowsTenant) {
  const rows = await readCounted(tenant, counted, ["identity"]);
  const numbers = rows.map(({ values: [identity = ""], counts }): [string, number[]] => [
    identity,
    ["visits", "uniqueVisits", "registrations"].map((name) => counts[name] ?? 0),
  ]);
  return Object.fromEntries(numbers.filter(([, counts]) => counts.some((count) => count !== 0)));
}

test("a visitor counts as not recognised, by a cookie and by a proof in turn, and is one visitor, under the strongest", async () => {
  const tenant = flows.newTenant({ country: "MX" });
  await setWhatsApp(tenant, whatsapp);
  const registrationFields = [{ text: "Teléfono", value: "phone", type: "phone", isRequired: true }];
  const slug = await createActiveFlow(tenant, { registrationFields, campaign: "summer" });
  const phone = "+525512345678";
  const browser = createBrowser(flows);
  await browser.open(slug);
  expect(await readIdentities(tenant)).toEqual({ neither: [1, 1, 0] });
  await browser.askForCode(slug, phone);
  await browser.open(slug);
  expect(await readIdentities(tenant)).toEqual({ neither: [1, 0, 0], cookie: [1, 1, 0] });
  // What was counted stays under its campaign, also when the flow gets another one.
  await tenant.rpc.approveUpdateFlow({ slug, campaign: "winter" });
  await browser.enterCode(slug, whatsapp.sent.at(-1)?.code ?? "");
  await browser.open(slug);
  expect(await readIdentities(tenant)).toEqual({ neither: [1, 0, 0], cookie: [1, 0, 0], proof: [0, 1, 0] });
  await browser.register(slug, { phone });
  expect(await readIdentities(tenant)).toEqual({ neither: [1, 0, 0], cookie: [1, 0, 0], proof: [0, 1, 1] });
  const visitors = (await readCounted(tenant, counted, ["campaign"])).map(({ values, counts }) => [
    ...values,
    counts["uniqueVisits"] ?? 0,
  ]);
  expect(visitors).toEqual([
    ["summer", 1],
    ["winter", 0],
  ]);
  expect(await differences(tenant)).toEqual([]);
  expect(await readIdentities(flows.newTenant())).toEqual({});
});

test("a registration with further steps is one by a cookie, every other one without a proof by neither; repeated ones and those of programs are not counted", async () => {
  const tenant = flows.newTenant();
  const withFiles = await createActiveFlow(tenant, { registrationFields: documentFields });
  const plain = await createActiveFlow(tenant);
  const browser = createBrowserOf(flows);
  const path = await browser.register(withFiles, { first_name: "Ana" });
  expect(await readIdentities(tenant)).toEqual({ cookie: [1, 1, 0] });
  await browser.upload(path, "ine", pdf());
  await Promise.all([browser.finish(path), browser.finish(path)]);
  const person = createVisitor(flows, { "x-client-address": "198.51.100.251" });
  for (let times = 0; times < 2; times += 1) await person.submit(plain, validAnswers);
  await createVisitor(flows, { "user-agent": "curl/8.5.0" }).submit(plain, validAnswers);
  expect(await readIdentities(tenant)).toEqual({ cookie: [1, 1, 1], neither: [1, 1, 1] });
  expect(await differences(tenant)).toEqual([]);
});

test("one wrong counter of registrations is found and repaired, in an open day and in a packed one, also when registrations are erased and deleted", async () => {
  const [tenant, other] = [flows.newTenant(), flows.newTenant()];
  const registrationFields = [{ text: "Correo", value: "email", type: "email", isRequired: true }];
  for (const one of [tenant, other]) {
    const slug = await createActiveFlow(one, { registrationFields });
    for (const name of ["ana", "eva"]) await createVisitor(flows).submit(slug, { email: `${name}@example.com` });
  }
  const registrations = async (one: FlowsTenant) => (await readIdentities(one))["neither"]?.[2];
  const open = tenant.scope().collection("openCounts");
  await foldChanges(getDb());
  const [row] = await open.find({});
  const quarter = Object.keys((row as unknown as { quarters: object }).quarters)[0]!;
  await open.updateOne({ _id: row!._id }, { $inc: { [`quarters.${quarter}.registrations`]: 3 } });
  expect(await differences(tenant)).toMatchObject([{ missing: { registrations: -3 } }]);
  expect(await differences(other)).toEqual([]);
  expect(await registrations(tenant)).toBe(5);
  await repairCounts(getDb(), source);
  expect([await differences(tenant), await registrations(tenant), await registrations(other)]).toEqual([[], 2, 2]);

  const names = { emails: ["ana@example.com"] };
  const erasure = { requestId: newId("prq"), names, tombstone: "erased_1", pass: 1 };
  while (!(await tenant.rpcOf(DataService).erasePerson(erasure)).isComplete);
  const retention = await createTestRetention(flowsService, flows.service.running);
  await retention.setRules(tenant.call(), { registrations: { mode: "delete", days: 0 } });
  await retention.sweep();
  expect(await tenant.scope().collection("registrations").count({})).toBe(0);
  expect([await differences(tenant), await registrations(tenant)]).toEqual([[], 2]);

  await foldChanges(getDb());
  await packDays(getDb(), [counted], new Date(Date.now() + 86_400_000));
  expect(await open.count({})).toBe(0);
  const change = { $inc: { [`quarters.0.${quarter}.registrations`]: -1 } };
  await tenant
    .scope()
    .collection("packedCounts")
    .updateOne({ set: counted.dimensions.join(",") }, change);
  expect(await differences(tenant)).toMatchObject([{ missing: { registrations: 1 } }]);
  await repairCounts(getDb(), source);
  expect([await differences(tenant), await differences(other)]).toEqual([[], []]);
});
