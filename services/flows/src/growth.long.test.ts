import { randomBytes } from "node:crypto";
import { type DailyCountRow, newId, toPersonWords, toSearchWords } from "@tenant-ops/kit/data";
import { callRpc, examinedDuring, readsDuring, seedDatabase } from "@tenant-ops/kit/testing";
import { FlowsService } from "@tenant-ops/proto/flows";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addFlow, noFlows, toSummary } from "./campaigns/campaign-summaries.rules.js";
import {
  type CampaignSummary,
  type CampaignTotals,
  computeCampaignId,
  type DeclaredCampaign,
} from "./campaigns/campaigns.rules.js";
import type { Flow } from "./flows/flows.rules.js";
import type { Registration } from "./registrations/registrations.rules.js";
import type { Target } from "./targets/targets.rules.js";
import { createVisitor, type FlowsTenant, send, startTestFlows, type TestFlows, validAnswers } from "./testing.js";

// A business with 100,000 flows, or as few as show that no call reads all of them: half of them in one campaign, and each other one in a campaign of its own. What a call reads into the process
// is bounded, because decoding it holds the event loop, and all other businesses wait meanwhile
// (docs/decisions/0020-campaign-totals-and-quotas.md).

const rows = 100_000;
/** A page of 500, one row more, and the records that they name. */
const documentsMax = 1100;
const bytesAtOnceMax = 1_000_000;

const businessId = newId("biz");
const database = `test_growth_flows_${randomBytes(4).toString("hex")}`;
const run = randomBytes(4).toString("hex");
let flows: TestFlows;
let tenant: FlowsTenant;

const pad = (number: number) => String(number).padStart(6, "0");
const timeOf = (number: number) => new Date(Date.UTC(2026, 0, 1) + number * 60_000);
const toSlug = (number: number) => `growth-${run}-${number}`;
const isLarge = (number: number) => number < rows / 2;

/** The newest 600 flows have as many questions as a flow can have. */
const flow = (number: number): Flow & { businessId: string } => ({
  _id: `flw_${pad(number)}`,
  businessId,
  slug: toSlug(number),
  name: `Flow ${number}`,
  words: toSearchWords(`Flow ${number}`),
  // Every hundredth is offline.
  isActive: number % 100 !== 0,
  registrationFields: Array.from({ length: number >= rows - 600 ? 30 : 1 }, (_, index) => ({
    text: `Question ${index}`,
    value: `field_${index}`,
    type: "text",
    placeholder: "x".repeat(200),
    isRequired: false,
  })),
  redirect: { type: "url", targetId: "", url: "https://example.com/welcome" },
  source: "ig",
  medium: "",
  campaign: isLarge(number) ? "large" : `campaign-${number}`,
  content: "",
  isBankProviderRequired: false,
  authType: "whatsapp",
  country: "MX",
  totalVisitCount: 3,
  uniqueVisitCount: 2,
  completedCount: 1,
  createdAt: timeOf(number),
  updatedAt: timeOf(number),
  createdBy: "key_1",
});

/** Each campaign ends: most of them later, every ten thousandth has ended. */
const declaration = (number: number): DeclaredCampaign => ({
  _id: computeCampaignId(businessId, flow(number).campaign),
  campaign: flow(number).campaign,
  name: flow(number).campaign,
  source: "",
  medium: "",
  content: "",
  startsAt: null,
  endsAt: new Date(number % 10_000 === 0 ? "2026-01-01" : "2100-01-01"),
  isPaused: false,
  createdAt: timeOf(number),
  updatedAt: timeOf(number),
});
/** The summaries as declarations and flows make them; all of the flows of the large campaign are in one of them. */
const summary = (number: number): CampaignSummary & { businessId: string } => {
  const first = flow(number);
  const added = addFlow(noFlows, first);
  const last = number === 0 ? flow(rows / 2 - 1) : first;
  const count = number === 0 ? rows / 2 : 1;
  const activeCount = number === 0 ? count - count / 100 : added.activeCount;
  const all = { ...added, count, activeCount, updatedAt: last.updatedAt };
  const now = new Date();
  const made = toSummary({ businessId, campaign: first.campaign, now }, declaration(number), all);
  if (!made) throw new Error("a campaign with flows has a summary");
  return { ...made, businessId };
};
const totals = (number: number): CampaignTotals & { businessId: string } => {
  const campaignId = computeCampaignId(businessId, flow(number).campaign);
  const count = number === 0 ? rows / 2 : 1;
  return { _id: `${campaignId}|0`, businessId, campaignId, total: 3 * count, unique: 2 * count, completed: count };
};
const target = (number: number): Target & { businessId: string } => ({
  _id: `tgt_${pad(number)}`,
  businessId,
  kind: "survey",
  name: `Survey ${number}`,
  words: toSearchWords(`Survey ${number}`),
  url: "https://survey.example.com/s/1",
  createdAt: timeOf(number),
  updatedAt: timeOf(number),
});
const anaWords = toPersonWords({ fullName: "Ana Pérez", phone: "5512345678" });
const zoeWords = toPersonWords({ fullName: "Zoé Pérez", phone: "5512345679" });
/** All registrations belong to one flow. */
const registration = (number: number): Registration & { businessId: string } => ({
  _id: `reg_${pad(number)}`,
  businessId,
  flowId: flow(0)._id,
  slug: toSlug(0),
  answers: { first_name: "Ana", last_name: "Pérez", country: "MX" },
  words: number === 7 ? zoeWords : anaWords,
  utm: { source: "", medium: "", campaign: "large", content: "" },
  redirect: { type: "url", targetId: "", url: "https://example.com/welcome" },
  // A few of them are pending.
  state: number % 1000 === 0 ? "pending" : "completed",
  createdAt: timeOf(number),
});
/** All slots of the totals, and of 60 days. */
const dailyCount = (index: number): DailyCountRow & { businessId: string } => {
  const [slot, day] = [index % 16, Math.floor(index / 16)];
  const sums = { flows: 1, visits: 3 };
  const owned = { _id: `${businessId}|${day}|${slot}`, businessId, subject: "", sums };
  return day === 0 ? { ...owned, day: null } : { ...owned, day: timeOf(day * 24 * 60), quarters: { "0": sums } };
};
/** 0 for the large campaign, and the number of the flow for each other one. */
const toCampaignNumber = (index: number) => (index === 0 ? 0 : rows / 2 + index - 1);

beforeAll(async () => {
  const campaigns = rows / 2 + 1;
  await seedDatabase(database, {
    flows: { count: rows, toRow: flow },
    campaignSummaries: { count: campaigns, toRow: (index) => summary(toCampaignNumber(index)) },
    campaignTotals: { count: campaigns, toRow: (index) => totals(toCampaignNumber(index)) },
    targets: { count: rows, toRow: target },
    registrations: { count: rows / 5, toRow: registration },
    dailyCounts: { count: 16 * 61, toRow: dailyCount },
    slugs: { count: 1, toRow: (index) => ({ _id: toSlug(index), businessId, flowId: flow(index)._id }) },
  });
  const quotas = { QUOTA_FLOWS: String(2 * rows), QUOTA_TARGETS: String(2 * rows) };
  flows = await startTestFlows({ MONGODB_DATABASE: database, ...quotas });
  tenant = flows.newTenant({ businessId });
});
afterAll(() => flows.close());

/** Values for fields of requests, by the name of the field. */
const values = {
  limit: 500,
  slug: toSlug(0),
  name: "New",
  redirectType: "url",
  redirectUrl: "https://example.com/other",
  campaign: "large",
};

async function expectBoundedReads(call: () => Promise<unknown>): Promise<void> {
  const { documents, bytesAtOnce } = await readsDuring(flows.service.running, businessId, call);
  expect(documents).toBeLessThanOrEqual(documentsMax);
  expect(bytesAtOnce).toBeLessThanOrEqual(bytesAtOnceMax);
}

test.each(FlowsService.methods)("$name reads a bounded number of documents", async (method) => {
  const call = () => callRpc(tenant.rpc, method, values);
  // Some writes are refused, but only after the reads that are counted here.
  const isRead = /^(list|get)/.test(method.localName);
  await expectBoundedReads(() => (isRead ? call() : call().catch(() => undefined)));
});

const campaignsPath = "/v1/public/campaigns";
const flowsPath = "/v1/public/flows";
const registrationsPath = `${flowsPath}/${toSlug(0)}/registrations`;
const large = computeCampaignId(businessId, "large");
const lists = [
  flowsPath,
  `${flowsPath}?isActive=false`,
  `${flowsPath}?campaign=large`,
  `${flowsPath}?campaign=large&isActive=false`,
  registrationsPath,
  `${registrationsPath}?dateFrom=2026-01-05&dateTo=2026-01-08`,
  ...["pending", "completed", "rejected"].map((state) => `${registrationsPath}?state=${state}`),
  campaignsPath,
  ...["active", "paused", "scheduled", "ended"].map((status) => `${campaignsPath}?status=${status}`),
  `${campaignsPath}/${large}/flows`,
  `${flowsPath}/targets`,
  `${flowsPath}/targets?kind=survey`,
  // All, one and none.
  ...["PEREZ", "zoe", "5512345679", "nobody"].map(
    (search) => `${flowsPath}/${toSlug(0)}/registrations?search=${search}`,
  ),
  `${flowsPath}/targets?search=survey`,
  `${flowsPath}/targets?search=survey&kind=event`,
];
const get = async (path: string) => expect((await send(tenant, "GET", path)).status).toBe(200);

test.each([
  ...lists.flatMap((path) => [path, `${path}${path.includes("?") ? "&" : "?"}limit=500`]),
  `${flowsPath}/${toSlug(0)}`,
  `${flowsPath}/statistics`,
  `${registrationsPath}/reg_${pad(0)}`,
  `${campaignsPath}/${large}`,
  `${flowsPath}/targets/tgt_${pad(0)}`,
])("GET %s reads a bounded number of documents", (path) => expectBoundedReads(() => get(path)));

/** A page of 100 and one row more, and up to 16 parts of the totals of each campaign. */
const examinedMax = 250;
test.each(lists)("GET %s examines as many rows in the database as it shows, also on a later page", async (path) => {
  const query = (given: string) => `${path}${path.includes("?") ? "&" : "?"}${given}`;
  const first = await send<{ next_cursor?: string }>(tenant, "GET", path);
  const later = query(`cursor=${encodeURIComponent(first.body.next_cursor ?? "")}`);
  for (const page of [path, later])
    expect(await examinedDuring(database, () => get(page), businessId)).toBeLessThanOrEqual(examinedMax);
});

test.each([
  [`${flowsPath}/statistics`, 0],
  [`${flowsPath}/daily-counts?dateFrom=2026-01-10&dateTo=2026-02-08`, 30],
])("GET %s examines at most 16 records per day and for the totals", async (path, days) => {
  expect(await examinedDuring(database, () => get(path), businessId)).toBeLessThanOrEqual(16 * (days + 1));
});

test("after flows are added to a large campaign and removed from it, its totals and its number of flows are right", async () => {
  const slug = toSlug(1);
  const read = async () => {
    expect((await send(tenant, "GET", `${campaignsPath}?limit=1`)).status).toBe(200);
    const scope = tenant.scope().collection<CampaignSummary>("campaignSummaries");
    return (await scope.findById(computeCampaignId(businessId, "large")))?.flows;
  };
  const before = await read();
  await expectBoundedReads(async () => {
    await tenant.rpc.approveUpdateFlow({ slug, campaign: "other" });
    await tenant.rpc.approveUpdateFlow({ slug: toSlug(2), name: "Renamed" });
    await tenant.rpc.approveCreateFlow({ ...values, slug: `${slug}-new`, redirectUrl: "https://example.com" });
    await createVisitor(flows).open(toSlug(2));
    await createVisitor(flows).submit(toSlug(2), validAnswers);
  });
  expect(await read()).toMatchObject({ count: before?.count, activeCount: (before?.activeCount ?? 0) - 1 });
});

test("a declaration and a target read a bounded number of documents", () =>
  expectBoundedReads(async () => {
    await tenant.http("POST", campaignsPath, { body: { utm: { campaign: "large" }, name: "Large" } });
    await tenant.http("PATCH", `${campaignsPath}/${large}`, { body: { name: "Larger" } });
    const body = { kind: "event", name: "Feria", url: "https://example.com" };
    await tenant.http("POST", "/v1/public/flows/targets", { body });
  }));
