import { randomBytes } from "node:crypto";
import { newId } from "@tenant-ops/kit/data";
import { createLogger } from "@tenant-ops/kit/telemetry";
import {
  callRpc,
  examinedDuring,
  openTestDatabase,
  readsDuring,
  seedDatabase,
  testBackend,
} from "@tenant-ops/kit/testing";
import { WebhooksService } from "@tenant-ops/proto/webhooks";
import { afterAll, beforeAll, expect, test } from "vitest";
import { deliveryIndexes } from "./deliveries/deliveries.store.js";
import type { Delivery } from "./deliveries/deliveries.rules.js";
import type { Recovery } from "./deliveries/recoveries.rules.js";
import type { Endpoint } from "./endpoints/endpoints.rules.js";
import { sweepLanes } from "./dispatch/sweeper.js";
import { laneIndexes, LaneStore, type StoredLane } from "./lanes/lanes.store.js";
import { createScheduler } from "./lanes/scheduler.js";
import { startWebhooks, type WebhookService, type WebhooksTenant } from "./testing/service.testing.js";

// A business with 100,000 deliveries, or with so few that each endpoint has one page and more. What a call reads into the process is bounded, because decoding it holds the event loop,
// and all other businesses wait meanwhile (docs/decisions/0020-campaign-totals-and-quotas.md).

const rows = 100_000;
const documentsMax = 100;
/** A page of 500 of a tool, and one row more. */
const pageDocumentsMax = 510;
const businessId = newId("biz");
const database = `test_growth_webhooks_${randomBytes(4).toString("hex")}`;
let service: WebhookService;
let tenant: WebhooksTenant;

const pad = (number: number) => String(number).padStart(6, "0");
const timeOf = (number: number) => new Date(Date.UTC(2026, 0, 1) + number * 60_000);
const toEndpointId = (number: number) => `we_${pad(number)}`;

const delivery = (number: number): Delivery & { businessId: string } => ({
  _id: `trc_${pad(number)}`,
  businessId,
  endpointId: toEndpointId(number % 20),
  eventId: `evt_${pad(number)}`,
  event: "spin.completed",
  status: "delivered",
  attempt: 12,
  starts: 0,
  dueAt: timeOf(number),
  attempts: Array.from({ length: 12 }, (_, index) => ({ n: index + 1, at: timeOf(number), ms: 5, code: 500 })),
  trigger: "event",
  nonce: "",
  createdAt: timeOf(number),
});
const endpoint = (number: number): Endpoint & { businessId: string } => ({
  _id: toEndpointId(number),
  businessId,
  slot: number,
  url: "http://127.0.0.1:9/hook",
  description: "",
  events: ["*"],
  status: "enabled",
  secrets: [],
  stats: { failures: 0 },
  version: 1,
  createdAt: timeOf(number),
  updatedAt: timeOf(number),
});

const recovery = (number: number): Recovery & { businessId: string } => ({
  _id: `rec_${pad(number)}`,
  businessId,
  endpointId: toEndpointId(number % 20),
  since: timeOf(number),
  until: timeOf(number),
  cursorAt: timeOf(number),
  cursorId: "",
  recovered: 0,
  status: "done",
  createdAt: timeOf(number),
});

beforeAll(async () => {
  await seedDatabase(database, {
    deliveries: { count: rows, toRow: delivery },
    endpoints: { count: 20, toRow: endpoint },
    recoveries: { count: rows, toRow: recovery },
  });
  service = await startWebhooks({ MONGODB_DATABASE: database });
  tenant = service.newTenant({ businessId });
});
afterAll(() => service.close());

test.each([
  "",
  `/deliveries/trc_${pad(0)}`,
  "/events",
  "/endpoints",
  `/endpoints/${toEndpointId(0)}`,
  `/recoveries/rec_${pad(0)}`,
])("GET /v1/public/webhooks%s reads a bounded number of documents", async (path) => {
  const call = async () => expect((await tenant.http("GET", `/v1/public/webhooks${path}`)).status).toBe(200);
  const { documents } = await readsDuring(service.running, businessId, call);
  expect(documents).toBeLessThanOrEqual(documentsMax);
});

const values = { limit: 500, endpointId: toEndpointId(0), traceId: `trc_${pad(0)}` };

test.each(WebhooksService.methods)("$name reads a bounded number of documents", async (method) => {
  const call = () => callRpc(tenant.rpc, method, values);
  const { documents } = await readsDuring(service.running, businessId, call);
  expect(documents).toBeLessThanOrEqual(pageDocumentsMax);
});

test.each([{}, { status: "delivered" }, { event: "spin.completed" }, { dateTo: "2026-01-02" }])(
  "the deliveries by %j are read page by page in a bounded number of documents",
  async (filter) => {
    const call = async () => expect((await tenant.rpc.listDeliveries({ limit: 500, ...filter })).count).toBe(500);
    const { documents } = await readsDuring(service.running, businessId, call);
    expect(documents).toBeLessThanOrEqual(pageDocumentsMax);
  },
);

test.each([
  "/deliveries",
  "/deliveries?status=delivered",
  "/deliveries?event=spin.completed",
  `/deliveries?endpointId=${toEndpointId(0)}`,
  "/deliveries?dateTo=2026-01-02",
  "/recoveries",
  "/recoveries?status=done",
  `/recoveries?endpointId=${toEndpointId(0)}`,
])("GET /v1/public/webhooks%s reads a page in a bounded number of documents", async (path) => {
  const separator = path.includes("?") ? "&" : "?";
  const call = async () => {
    const answer = await tenant.http("GET", `/v1/public/webhooks${path}${separator}limit=500`);
    expect(await answer.json()).toMatchObject({ count: 500, has_more: true });
  };
  const { documents } = await readsDuring(service.running, businessId, call);
  expect(documents).toBeLessThanOrEqual(pageDocumentsMax);
});

/** Every tenth lane is due much later, every tenth is paused, the others are idle. */
const lane = (number: number): StoredLane => ({
  _id: `we_lane_${pad(number)}`,
  businessId,
  seq: 1,
  checkedAt: timeOf(number),
  ...(number % 10 === 0 && { wakeAt: new Date(Date.UTC(2100, 0, 1)) }),
  ...(number % 10 === 1 && { parked: true }),
});

test("a round of the sweeper examines as many lanes as it checks, whatever the state of the others, and later rounds continue after them", async () => {
  const name = `${database}_lanes`;
  await seedDatabase(name, { lanes: { count: rows, toRow: lane } });
  const logger = createLogger("webhooks", "silent");
  const options = { indexes: { deliveries: deliveryIndexes }, sharedIndexes: { lanes: laneIndexes } };
  const db = await openTestDatabase({ url: testBackend().mongodbUrl, name, appName: "webhooks", logger, ...options });
  const lanes = new LaneStore(db.shared<StoredLane>("lanes"), 15_000);
  const context = { db, lanes, scheduler: createScheduler(lanes), logger };
  const started = new Date();
  for (let round = 1; round <= 3; round += 1) {
    const sweep = async () => expect(await sweepLanes(context, started)).toBe(true);
    expect(await examinedDuring(name, sweep)).toBeLessThanOrEqual(251);
  }
  expect(await db.shared("lanes").countDocuments({ checkedAt: { $gte: started } })).toBe(750);
  await db.close();
});
