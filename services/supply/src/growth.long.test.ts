import { randomBytes } from "node:crypto";
import { newId } from "@tenant-ops/kit/data";
import {
  callRpc,
  examinedDuring,
  readsDuring,
  seedDatabase,
  startTestService,
  type TestService,
} from "@tenant-ops/kit/testing";
import { SupplyService } from "@tenant-ops/proto/supply";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { CenterStock } from "./center-stocks/center-stocks.rules.js";
import type { Center } from "./centers/centers.rules.js";
import type { Transfer } from "./movements/movements.rules.js";
import type { Movement } from "./movements/movements.store.js";
import type { Stock } from "./stocks/stocks.rules.js";
import { supply } from "./supply.js";
import { storedCenter, storedCenterStock, storedStock, type SupplyTenant } from "./testing.js";
import type { Withdrawal } from "./withdrawals/withdrawals.rules.js";

// A business with 100,000 rows in every collection that grows. What a call reads into the process is bounded, because decoding
// it holds the event loop, and all other businesses wait meanwhile (docs/decisions/0020-campaign-totals-and-quotas.md).

const rows = 100_000;
/** A page of 500, one row more, and the product and the center of each; then some that do not depend on the number of rows. */
const documentsMax = 3 * 501 + 100;
const bytesAtOnceMax = 1_000_000;

const businessId = newId("biz");
const database = `test_growth_supply_${randomBytes(4).toString("hex")}`;
let service: TestService<typeof SupplyService>;
let tenant: SupplyTenant;

const pad = (number: number) => String(number).padStart(6, "0");
const timeOf = (number: number) => new Date(Date.UTC(2026, 0, 1) + number * 60_000);
const toOwned = (number: number) => ({ businessId, createdAt: timeOf(number), createdBy: "key_1" });

type Row<T> = T & { businessId: string };
const text = "A text of usual length";

const center = (number: number): Row<Center> => ({
  ...storedCenter({ _id: `ctr_${pad(number)}`, name: `Center ${number}`, address: text }),
  ...toOwned(number),
});
const stock = (number: number): Row<Stock> => ({
  ...storedStock({ _id: `stk_${pad(number)}`, productName: `Product ${number}` }),
  ...toOwned(number),
});
/** Each second one is low. The first product is at half of the centers, the others are at one center each. */
const centerStock = (number: number): Row<CenterStock> => ({
  ...storedCenterStock({
    _id: `cst_${pad(number)}`,
    stockId: number < rows / 2 ? `stk_${pad(0)}` : `stk_${pad(number)}`,
    serviceCenterId: `ctr_${pad(number)}`,
    currentStock: number % 2 === 0 ? 1 : 1000,
    minStockAlert: 10,
    belowAlert: number % 2 === 0,
    rank: number % 3,
    fill: number % 2 === 0 ? 0.1 : 1,
    movements: number === 0 ? rows + 1 : 1,
  }),
  ...toOwned(number),
});
/** Each second one is of another product at another center. */
const withdrawal = (number: number): Row<Withdrawal> => ({
  _id: `wdr_${pad(number)}`,
  stockId: `stk_${pad(number % 2)}`,
  productName: text,
  serviceCenterId: `ctr_${pad(number % 2)}`,
  serviceCenterName: text,
  workerId: "worker-7",
  email: "ana@example.com",
  quantity: 1,
  withdrawalType: "insumos",
  entregador: text,
  tipoEntrega: text,
  ciudad: text,
  talla: "M",
  stockBefore: 2,
  stockAfter: 1,
  status: "delivered",
  requestId: "req_1",
  ...toOwned(number),
});
const movement = (number: number): Row<Movement> => ({
  _id: `mov_${pad(number)}`,
  businessId,
  centerStockId: `cst_${pad(0)}`,
  stockId: `stk_${pad(0)}`,
  serviceCenterId: `ctr_${pad(0)}`,
  seq: number + 2,
  delta: 0,
  quantityAfter: 1,
  reason: "count",
  ref: "cnt_1",
  note: text,
  actor: "key_1",
  at: timeOf(number),
});

/** Each second one is of another product between other centers. */
const transfer = (number: number): Row<Transfer> => ({
  _id: `trf_${pad(number)}`,
  stockId: `stk_${pad(number % 2)}`,
  fromCenterId: `ctr_${pad(number % 2)}`,
  toCenterId: `ctr_${pad(1 + (number % 2))}`,
  quantity: 1,
  note: text,
  fromStockAfter: 1,
  toStockAfter: 1,
  ...toOwned(number),
});

const quotas = {
  QUOTA_CENTERS: String(2 * rows),
  QUOTA_STOCKS: String(2 * rows),
  QUOTA_CENTER_STOCKS: String(2 * rows),
};

beforeAll(async () => {
  await seedDatabase(database, {
    centers: { count: rows, toRow: center },
    stocks: { count: rows, toRow: stock },
    centerStocks: { count: rows, toRow: centerStock },
    withdrawals: { count: rows, toRow: withdrawal },
    stock_movements: { count: rows, toRow: movement },
    transfers: { count: rows, toRow: transfer },
  });
  service = await startTestService(supply, { MONGODB_DATABASE: database, ...quotas });
  tenant = service.newTenant({ businessId });
});
afterAll(() => service.close());

const centerStockId = `cst_${pad(0)}`;

/** Values for fields of requests, by the name of the field. */
const values = {
  limit: 500,
  stockId: `stk_${pad(0)}`,
  serviceCenterId: `ctr_${pad(0)}`,
  centerStockId,
  fromCenterId: `ctr_${pad(1)}`,
  toCenterId: `ctr_${pad(2)}`,
  name: "New",
  productName: "New",
  workerId: "worker-7",
  email: "ana@example.com",
  quantity: 1,
  counted: 1,
  totalStock: 1,
  minStockAlert: 1,
  currentStock: 1,
};

async function expectBoundedReads(call: () => Promise<unknown>): Promise<void> {
  const { documents, bytesAtOnce } = await readsDuring(service.running, businessId, call);
  expect(documents).toBeLessThanOrEqual(documentsMax);
  expect(bytesAtOnce).toBeLessThanOrEqual(bytesAtOnceMax);
}

test.each(SupplyService.methods)("$name reads a bounded number of documents", async (method) => {
  const call = () => callRpc(tenant.rpc, method, values);
  // Some writes are refused, but only after the reads that are counted here.
  const isRead = /^(list|get)/.test(method.localName);
  await expectBoundedReads(() => (isRead ? call() : call().catch(() => undefined)));
});

test("the center stocks of all centers are read in a bounded number of documents", () =>
  expectBoundedReads(() => tenant.rpc.listServiceCenterStocks({ limit: 500 })));

test("previews that show what all centers hold of a product examine a bounded number of records", async () => {
  const previews = [
    () => tenant.rpc.proposeWithdrawal(values),
    () => tenant.rpc.proposeReceiveStock(values),
    () => tenant.rpc.proposeCountStock(values),
  ];
  for (const preview of previews) {
    await expectBoundedReads(async () =>
      expect(await examinedDuring(database, preview, businessId)).toBeLessThanOrEqual(documentsMax),
    );
  }
});

test("a preview of a creation does not count the records for the quota once any process has created one", async () => {
  const another = { ...values, stockId: `stk_${pad(1)}` };
  const created = await tenant.rpc.createServiceCenterStock({ ...another, serviceCenterId: `ctr_${pad(1)}` });
  expect(created.id).not.toBe("");
  const other = await startTestService(supply, { MONGODB_DATABASE: database, ...quotas });
  try {
    const { rpc } = other.newTenant({ businessId });
    const preview = () => rpc.proposeServiceCenterStock({ ...another, serviceCenterId: `ctr_${pad(2)}` });
    expect(await examinedDuring(database, preview, businessId)).toBeLessThanOrEqual(documentsMax);
  } finally {
    await other.close();
  }
  // The first creation counts all records.
});

test("low-stock alerts examine as many rows as they show, on a later page as well", async () => {
  let cursor = "";
  for (const limit of [500, 1, 500]) {
    let nextCursor = "";
    const page = async () => {
      ({ nextCursor } = await tenant.rpc.getLowStockAlerts({ limit, cursor }));
    };
    expect(await examinedDuring(database, page, businessId)).toBeLessThanOrEqual(documentsMax);
    cursor = nextCursor;
  }
});

const get = async (path: string) => {
  const response = await tenant.http("GET", `/v1/public/supply${path}`);
  expect(response.status).toBe(200);
  return (await response.json()) as { next_cursor?: string; has_more?: boolean };
};

test("GET /withdrawal-types reads a bounded number of documents", () =>
  expectBoundedReads(() => get("/withdrawal-types")));

const product = `stockId=stk_${pad(0)}`;
const place = `serviceCenterId=ctr_${pad(0)}`;
const dates = "dateFrom=2026-01-01&dateTo=2026-03-30";
/** Every list and filter that has many rows. */
const lists = [
  "/stocks?",
  "/stocks?search=product",
  "/stocks?search=product%201&type=none",
  "/centers?",
  "/centers?isActive=true",
  "/centers?type=physical",
  "/centers?type=physical&isActive=true",
  "/centers?search=center",
  "/centers?search=center&isActive=false",
  "/centers?search=center&type=online",
  "/centers?search=center&type=physical&isActive=true",
  "/center-stocks?",
  "/center-stocks?belowAlert=true",
  `/center-stocks?${product}`,
  `/center-stocks?${product}&belowAlert=false`,
  "/movements?",
  "/movements?reason=count",
  `/movements?${place}`,
  `/movements?${place}&reason=count&${dates}`,
  `/center-stocks/${centerStockId}/movements?`,
  `/center-stocks/${centerStockId}/movements?reason=count&${dates}`,
  "/transfers?",
  `/transfers?${product}`,
  `/transfers?fromCenterId=ctr_${pad(0)}`,
  `/transfers?toCenterId=ctr_${pad(1)}&${dates}`,
  `/transfers?${product}&fromCenterId=ctr_${pad(1)}`,
  `/transfers?${product}&toCenterId=ctr_${pad(2)}&${dates}`,
  `/transfers?fromCenterId=ctr_${pad(0)}&toCenterId=ctr_${pad(2)}`,
  `/transfers?${product}&fromCenterId=ctr_${pad(0)}&toCenterId=ctr_${pad(2)}`,
  "/withdrawals?",
  `/withdrawals?${product}`,
  `/withdrawals?${place}&${dates}`,
  // No withdrawal has both, although half of them have each.
  `/withdrawals?${place}&stockId=stk_${pad(1)}`,
  `/withdrawals?${place}&stockId=stk_${pad(1)}&${dates}`,
  "/withdrawals?workerId=worker-7",
  "/withdrawals?withdrawalType=insumos",
];
test.each(lists)("GET %s reads and examines a bounded number of documents, on a later page as well", async (list) => {
  let cursor = "";
  for (const limit of [500, 1, 500]) {
    let nextCursor = "";
    const page = async () => {
      ({ next_cursor: nextCursor = "" } = await get(`${list}&limit=${limit}&cursor=${cursor}`));
    };
    await expectBoundedReads(async () =>
      expect(await examinedDuring(database, page, businessId)).toBeLessThanOrEqual(documentsMax),
    );
    cursor = nextCursor;
  }
});

test("the rows of one transfer are found without reading the ledger", async () => {
  expect(await examinedDuring(database, () => get("/movements?ref=trf_none"), businessId)).toBeLessThanOrEqual(10);
});

const writes: [path: string, body: object][] = [
  [`/center-stocks/${centerStockId}/receive`, { quantity: 1 }],
  [`/center-stocks/${centerStockId}/count`, { counted: 1 }],
  [
    "/withdrawals",
    { stockId: `stk_${pad(0)}`, serviceCenterId: `ctr_${pad(1)}`, workerId: "w", email: "a@b.co", quantity: 1 },
  ],
  ["/transfers", { stockId: `stk_${pad(0)}`, fromCenterId: `ctr_${pad(1)}`, toCenterId: `ctr_${pad(2)}`, quantity: 1 }],
];
test.each(writes)("POST %s reads a bounded number of documents", (path, body) =>
  expectBoundedReads(async () => {
    const headers = { "idempotency-key": "k" };
    expect((await tenant.http("POST", `/v1/public/supply${path}`, { body, headers })).ok).toBe(true);
  }),
);
