import { newId } from "@tenant-ops/kit/data";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type BankStandIn, startBankStandIn } from "./bank/stand-in.testing.js";
import { standInSettings } from "./sign-in/visitors.testing.js";
import { createActiveFlow, newSlug, send, startTestFlows, type TestFlows } from "./testing.js";

let flows: TestFlows;
let bank: BankStandIn;
beforeAll(async () => {
  flows = await startTestFlows(standInSettings);
  bank = await startBankStandIn();
});
afterAll(async () => {
  await flows.close();
  bank.close();
});

const path = "/v1/public/flows";
const utm = { campaign: "verano", source: "ig" };
const whatsapp = {
  phoneNumberId: "105954558954427",
  accessToken: "EAAG",
  templateName: "code",
  templateLanguage: "es_MX",
};

test("a repeated write over REST gets the answer of the first, also when what it shows has changed since", async () => {
  const tenant = flows.newTenant();
  const slug = await createActiveFlow(tenant, { campaign: "verano" });
  const roulette = flows.roulettes.addTarget(tenant, newId("rou"));
  const redirect = { type: "roulette", targetId: roulette };
  const additionalRedirects = [{ redirect }];
  const writes: [method: string, path: string, body?: object][] = [
    ["POST", path, { name: "Verano", slug: newSlug(), redirect, additionalRedirects }],
    ["PATCH", `${path}/${slug}`, { redirect, additionalRedirects }],
    ["PATCH", `${path}/${slug}`, { name: "Otoño" }],
    ["POST", `${path}/targets`, { kind: "survey", name: "Encuesta", url: "https://survey.example.com/s/1" }],
    ["POST", "/v1/public/campaigns", { utm, name: "Verano" }],
    ["POST", `${path}/${slug}/test-runs`],
    ["PUT", `${path}/bank-provider`, { url: bank.url }],
    ["POST", `${path}/bank-provider/rotate-secret`, {}],
    ["PUT", `${path}/visitor-sign-in`, { whatsapp }],
    ["DELETE", `${path}/visitor-sign-in`],
  ];
  const answers = [];
  for (const [index, [method, at, body]] of writes.entries())
    answers.push(await send(tenant, method, at, body, `write-${index}`));
  for (const { status } of answers) expect(status).toBeLessThan(300);

  flows.roulettes.addTarget(tenant, roulette, { isActive: false });
  await send(tenant, "PATCH", `${path}/${slug}`, { isActive: false });
  for (const [index, [method, at, body]] of writes.entries()) {
    const repeated = await send(tenant, method, at, body, `write-${index}`);
    const first = { ...answers[index], replayed: "true" };
    expect([at, JSON.stringify(repeated)]).toEqual([at, JSON.stringify(first)]);
  }
});
