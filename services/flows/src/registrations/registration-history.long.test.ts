import { createHash } from "node:crypto";
import { createPassVerifier } from "@tenant-ops/kit/call";
import { newId } from "@tenant-ops/kit/data";
import type { ArchiveStore, FoundHistory } from "@tenant-ops/kit/retention";
import {
  createTestRetention,
  eventually,
  examinedDuring,
  listProblemsOf,
  readArchivedLines,
} from "@tenant-ops/kit/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type BankStandIn, json, signCallback, startBankStandIn } from "../bank/stand-in.testing.js";
import { flows as flowsService } from "../flows.js";
import { registrationHistory } from "./registration-history.js";
import { createBrowserOf, documentFields, getIdOf, pdf, readRegistrations } from "./registrations.testing.js";
import type { Registration } from "./registrations.rules.js";
import {
  createActiveFlow,
  createVisitor,
  type FlowsTenant,
  send,
  startTestFlows,
  type TestFlows,
  validAnswers,
} from "../testing.js";

let flows: TestFlows;
let bank: BankStandIn;
beforeAll(async () => {
  const retries = { BANK_ATTEMPT_MS: "1000", BANK_RETRY_SCHEDULE: "50ms" };
  flows = await startTestFlows({ EGRESS_ALLOW_HTTP: "true", EGRESS_ALLOW: "127.0.0.1/32", ...retries });
  bank = await startBankStandIn();
});
afterAll(async () => {
  await flows.close();
  bank.close();
});

const startRetention = (wrapStore?: (store: ArchiveStore) => ArchiveStore) =>
  createTestRetention(flowsService, flows.service.running, wrapStore && { wrapStore });
const archiveAll = { registrations: { mode: "archive", days: 0 } } as const;
const deleteAll = { registrations: { mode: "delete", days: 0 } } as const;
const registrations = (tenant: FlowsTenant) => tenant.scope().collection<Registration>("registrations");
const pdfType = "application/pdf";
const countChunks = (tenant: FlowsTenant) => tenant.scope().collection("fileChunks").count({});

const listProblems = ({ businessId }: FlowsTenant) => listProblemsOf(flowsService, flows.service.running, businessId);

/** A registration with the files of its visitor. @returns the path of its page */
async function registerWithFiles(slug: string, files: Record<string, Buffer>) {
  const browser = createBrowserOf(flows);
  const path = await browser.register(slug, { first_name: "Ana" });
  for (const [field, content] of Object.entries(files)) await browser.upload(path, field, content);
  await browser.finish(path);
  return { browser, path, id: getIdOf(path) };
}

async function readArchive(store: ArchiveStore, { businessId }: FlowsTenant) {
  const lines = await readArchivedLines<Registration>(store, businessId);
  return { names: (await store.list(`${businessId}/`)).toSorted(), records: lines.map(({ record }) => record) };
}

const toHash = (content: Buffer) => createHash("sha256").update(content).digest("hex");

test.each(["archive", "delete"] as const)(
  "registrations that have ended are deleted with their files (%s), pending ones are kept with their files, and all sums are right",
  async (mode) => {
    const { store, ...retention } = await startRetention();
    const [tenant, other] = [flows.newTenant(), flows.newTenant()];
    const slug = await createActiveFlow(tenant, { registrationFields: documentFields, campaign: "verano" });
    const contents = { ine: pdf(600_000), proof: pdf(7) };
    const whole = await registerWithFiles(slug, contents);
    const waiting = createBrowserOf(flows);
    const waitingPath = await waiting.register(slug, { first_name: "Eva" });
    await waiting.upload(waitingPath, "ine", pdf(9));
    const plain = await createActiveFlow(tenant, { campaign: "verano" });
    for (let count = 0; count < 3; count += 1) await createVisitor(flows).submit(plain, validAnswers);
    const otherSlug = await createActiveFlow(other, { registrationFields: documentFields });
    await registerWithFiles(otherSlug, contents);
    const countersBefore = (await send(tenant, "GET", `/v1/public/flows/${slug}`)).body;
    const campaigns = async () => (await send(tenant, "GET", "/v1/public/campaigns")).body;
    const campaignsBefore = await campaigns();

    await retention.setRules(tenant.call(), { registrations: { mode, days: 0 } });
    await retention.sweep();
    expect((await registrations(tenant).find({})).map(({ _id }) => _id)).toEqual([getIdOf(waitingPath)]);
    expect(await countChunks(tenant)).toBe(1);
    expect((await send(tenant, "GET", `/v1/public/flows/${slug}`)).body).toEqual(countersBefore);
    expect(await campaigns()).toEqual(campaignsBefore);
    expect(await listProblems(tenant)).toEqual([]);
    const { names, records } = await readArchive(store, tenant);
    expect(records).toHaveLength(mode === "archive" ? 4 : 0);
    const documents = records.find(({ _id }) => _id === whole.id)?.documents ?? [];
    for (const { field, file } of documents) {
      const name = names.find((one) => one.endsWith(`.${file?.fileId}`)) ?? "";
      expect(toHash(await store.get(name))).toBe(toHash(contents[field as keyof typeof contents]));
    }
    expect(names).toHaveLength(mode === "archive" ? 2 + Object.keys(contents).length : 0);

    // The pending registration can be completed, and is deleted afterwards.
    await waiting.finish(waitingPath);
    expect(await readRegistrations(tenant, slug)).toMatchObject([{ state: "completed" }]);
    await retention.sweep();
    expect([await registrations(tenant).count({}), await countChunks(tenant)]).toEqual([0, 0]);
    expect(await listProblems(tenant)).toEqual([]);
    expect([await registrations(other).count({}), await countChunks(other)]).toEqual([1, 4]);
    expect(await store.list(`${other.businessId}/`)).toEqual([]);
  },
);

test("the page of a deleted registration is a 404 page, and for a roulette the next registration is the same visitor", async () => {
  const retention = await startRetention();
  const tenant = flows.newTenant();
  const id = flows.roulettes.addTarget(tenant, newId("rlt"));
  const email = { text: "Correo", value: "email", type: "email", isRequired: true };
  const redirect = { redirectType: "roulette", redirectTargetId: id };
  const slug = await createActiveFlow(tenant, { registrationFields: [...documentFields, email], ...redirect });
  const register = async () => {
    const browser = createBrowserOf(flows);
    const path = await browser.register(slug, { first_name: "Ana", email: "ana@example.com" });
    await browser.upload(path, "ine", pdf());
    await browser.finish(path);
    const token = new URL((await browser.open(path)).headers.get("location") ?? "").searchParams.get("pass") ?? "";
    return { browser, path, pass: createPassVerifier(flows.publicKeys)(token, { type: "roulette", id }) };
  };
  const first = await register();
  const [shown] = await readRegistrations(tenant, slug);
  const fileId = shown?.files[0]?.file?._id;
  await retention.setRules(tenant.call(), deleteAll);
  await retention.sweep();
  expect(await registrations(tenant).count({})).toBe(0);

  const page = await first.browser.open(first.path);
  expect([page.status, page.headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"]);
  expect((await first.browser.upload(first.path, "ine", pdf())).status).toBe(404);
  expect((await first.browser.finish(first.path)).status).toBe(404);
  const stored = `/v1/public/flows/${slug}/registrations/${getIdOf(first.path)}`;
  expect((await send(tenant, "GET", stored)).body).toMatchObject({ error: "registration_not_found" });
  expect((await send(tenant, "GET", `${stored}/files/${fileId}`)).body).toMatchObject({
    error: "registration_not_found",
  });
  const second = await register();
  expect(second.pass?.visitorId).toBe(first.pass?.visitorId);
  expect(second.pass?.registrationId).not.toBe(first.pass?.registrationId);
  expect(await listProblems(tenant)).toEqual([]);
});

test("a registration that waits for its bank is kept; a callback about a deleted one is refused", async () => {
  const retention = await startRetention();
  const tenant = flows.newTenant();
  const { body } = await send<{ secret: string }>(tenant, "PUT", "/v1/public/flows/bank-provider", { url: bank.url });
  bank.secret = body.secret;
  bank.answer = json({}, 500);
  const slug = await createActiveFlow(tenant, { isBankProviderRequired: true });
  const path = await createBrowserOf(flows).register(slug);
  const id = getIdOf(path);
  await eventually(async () =>
    expect(await readRegistrations(tenant, slug)).toMatchObject([{ bankValidation: { status: "failed" } }]),
  );
  await retention.setRules(tenant.call(), deleteAll);
  await retention.sweep();
  expect(await registrations(tenant).count({ state: "pending" })).toBe(1);

  const callbackPath = `/v1/public/flows/bank-validations/${id}`;
  const callback = { registrationId: id, status: "rejected" };
  expect((await send(tenant, "POST", callbackPath, callback)).body).toMatchObject({ state: "rejected" });
  expect(await registrations(tenant).find({})).toMatchObject([{ endedAt: expect.any(Date) as Date }]);
  await retention.sweep();
  expect(await registrations(tenant).count({})).toBe(0);
  expect(await send(tenant, "POST", callbackPath, callback)).toMatchObject({
    status: 404,
    body: { error: "registration_not_found" },
  });
  const text = JSON.stringify(callback);
  const headers = { ...signCallback(bank.secret, id, text), "content-type": "application/json" };
  const signed = await fetch(new URL(callbackPath, flows.service.httpUrl), { method: "POST", body: text, headers });
  expect(signed.status).toBe(401);
});

test("nothing is deleted while a file differs from the hash in its record", async () => {
  let isBroken = true;
  const { store, ...retention } = await startRetention((folder) => ({
    ...folder,
    async get(name) {
      const content = await folder.get(name);
      return isBroken && /\.fil_\w+$/.test(name) ? Buffer.concat([content, Buffer.from("x")]) : content;
    },
  }));
  const tenant = flows.newTenant();
  const slug = await createActiveFlow(tenant, { registrationFields: documentFields });
  const { id } = await registerWithFiles(slug, { ine: pdf(10) });
  await retention.setRules(tenant.call(), archiveAll);
  await retention.sweep();
  expect([await registrations(tenant).count({}), await countChunks(tenant)]).toEqual([1, 1]);
  isBroken = false;
  const chunk = tenant.scope().collection<{ _id: string; data: Buffer }>("fileChunks");
  const [stored] = await chunk.find({});
  await chunk.updateOne({ _id: stored?._id ?? "" }, { $set: { data: Buffer.from("something else") } });
  await retention.sweep();
  expect(await registrations(tenant).count({})).toBe(1);
  await chunk.updateOne({ _id: stored?._id ?? "" }, { $set: { data: stored?.data ?? Buffer.alloc(0) } });
  await retention.sweep();
  expect([await registrations(tenant).count({}), await countChunks(tenant)]).toEqual([0, 0]);
  const { names, records } = await readArchive(store, tenant);
  expect(records.map(({ _id }) => _id)).toEqual([id]);
  expect(names).toHaveLength(3);
});

test("the days of a rule are counted from the end of a registration", async () => {
  const retention = await startRetention();
  const tenant = flows.newTenant();
  const slug = await createActiveFlow(tenant);
  for (let count = 0; count < 4; count += 1) await createVisitor(flows).submit(slug, validAnswers);
  const ids = (await registrations(tenant).find({}, { sort: { _id: 1 } })).map(({ _id }) => _id);
  const old = new Date(Date.now() - 3 * 86_400_000);
  const change = (index: number, changes: Partial<Registration>) =>
    registrations(tenant).updateOne({ _id: ids[index] ?? "" }, { $set: { createdAt: old, ...changes } });
  await change(0, {});
  await change(1, { completedAt: new Date() });
  await change(2, { state: "rejected", endedAt: old });
  await change(3, { state: "expired", endedAt: new Date() });
  await retention.setRules(tenant.call(), { registrations: { mode: "delete", days: 1 } });
  await retention.sweep();
  const kept = await registrations(tenant).find({}, { sort: { _id: 1 } });
  expect(kept.map(({ _id }) => _id)).toEqual([ids[1], ids[3]]);
});

test("every registration of many flows is found once, also when a search ends within one flow", async () => {
  const tenant = flows.newTenant();
  for (let count = 0; count < 24; count += 1) {
    const slug = await createActiveFlow(tenant);
    if (count % 2 === 0)
      for (let times = 0; times < 3; times += 1) await createVisitor(flows).submit(slug, validAnswers);
  }
  const found: string[] = [];
  const before = new Date(Date.now() + 1000);
  for (let after: string | undefined = ""; after !== undefined;) {
    const part: FoundHistory = await registrationHistory.find(tenant.scope(), { before, after, limit: 2 });
    found.push(...part.groups.map(([{ record }]) => record._id));
    after = part.next;
  }
  expect(found).toHaveLength(36);
  expect(new Set(found).size).toBe(36);
});

test("a search ends when the files that it has found reach the limit, also across several flows", async () => {
  const tenant = flows.newTenant();
  const mebibyte = 1024 * 1024;
  const of = (flowId: string, number: number): Registration => ({
    ...{ _id: `reg_${flowId}_${number}`, flowId, slug: "s", answers: {}, words: [], state: "completed" },
    ...{ utm: { source: "", medium: "", campaign: "", content: "" }, createdAt: new Date(number) },
    redirect: { type: "url", url: "https://example.com/", targetId: "" },
    documents: [
      {
        ...{ field: "ine", text: "INE", isRequired: true },
        file: {
          fileId: newId("fil"),
          sha256: "",
          bytes: 9 * mebibyte,
          mediaType: pdfType,
          uploadedAt: new Date(number),
        },
      },
    ],
  });
  await registrations(tenant).insertMany([of("flw_1", 1), of("flw_2", 1), of("flw_2", 2), of("flw_3", 1)]);
  const searches: string[][] = [];
  for (let after: string | undefined = ""; after !== undefined;) {
    const search = { before: new Date(), after, limit: 50 };
    const part: FoundHistory = await registrationHistory.find(tenant.scope(), search);
    searches.push(part.groups.map(([{ record }]) => record._id));
    after = part.next;
  }
  expect(searches).toEqual([
    ["reg_flw_1_1", "reg_flw_2_1"],
    ["reg_flw_2_2", "reg_flw_3_1"],
  ]);
});

test("a search examines only what it finds, and no registrations that are younger or pending", async () => {
  const tenant = flows.newTenant();
  const of = (flowId: string, number: number): Registration => ({
    ...{
      _id: newId("reg"),
      flowId,
      slug: "s",
      answers: {},
      words: [],
      utm: { source: "", medium: "", campaign: "", content: "" },
    },
    ...{
      redirect: { type: "url", url: "https://example.com/", targetId: "" },
      state: number % 10 === 0 ? "completed" : "pending",
    },
    createdAt: new Date(Date.UTC(2026, 0, 1) + number * 1000),
  });
  for (const flowId of ["flw_1", "flw_2", "flw_3"])
    await registrations(tenant).insertMany(Array.from({ length: 1000 }, (_, number) => of(flowId, number)));
  const before = new Date(Date.UTC(2026, 0, 1) + 200_000);
  const found: string[] = [];
  const database = flows.service.running.context.config.MONGODB_DATABASE ?? "";
  const examined = await examinedDuring(database, async () => {
    for (let after: string | undefined = ""; after !== undefined;) {
      const part: FoundHistory = await registrationHistory.find(tenant.scope(), { before, after, limit: 50 });
      found.push(...part.groups.map(([{ record }]) => record._id));
      after = part.next;
    }
  });
  expect(found).toHaveLength(60);
  expect([examined > 0, examined <= 30]).toEqual([true, true]);
});
