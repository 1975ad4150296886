import type { MessageInitShape } from "@bufbuild/protobuf";
import { create } from "@bufbuild/protobuf";
import { toSearchWords } from "@tenant-ops/kit/data";
import { Refusal } from "@tenant-ops/kit/errors";
import type { TestTenant } from "@tenant-ops/kit/testing";
import {
  ServiceCenterRequestSchema,
  ServiceCenterStockRequestSchema,
  StockRequestSchema,
  type SupplyService,
  WithdrawalRequestSchema,
} from "@tenant-ops/proto/supply";
import type { CenterStock } from "./center-stocks/center-stocks.rules.js";
import type { Center } from "./centers/centers.rules.js";
import type { Movement } from "./movements/movements.store.js";
import type { Stock } from "./stocks/stocks.rules.js";
import type { WithdrawalFacts } from "./withdrawals/withdrawals.rules.js";

// Test data. Each function takes the values that matter to a test and fills in the others.

export type SupplyTenant = TestTenant<typeof SupplyService>;

export const centerRequest = (given: MessageInitShape<typeof ServiceCenterRequestSchema> = {}) =>
  create(ServiceCenterRequestSchema, { name: "Centro Norte", lat: 19.45, long: -99.14, ...given });

export const stockRequest = (given: MessageInitShape<typeof StockRequestSchema> = {}) =>
  create(StockRequestSchema, { productName: "Guantes", totalStock: 1000, minStockAlert: 100, ...given });

export const centerStockRequest = (given: MessageInitShape<typeof ServiceCenterStockRequestSchema> = {}) =>
  create(ServiceCenterStockRequestSchema, {
    stockId: "stk_1",
    serviceCenterId: "ctr_1",
    currentStock: 10,
    minStockAlert: 5,
    ...given,
  });

export const withdrawalRequest = (given: MessageInitShape<typeof WithdrawalRequestSchema> = {}) =>
  create(WithdrawalRequestSchema, {
    stockId: "stk_1",
    serviceCenterId: "ctr_1",
    workerId: "worker-7",
    email: "ana@example.com",
    quantity: 1,
    ...given,
  });

const creation = { createdAt: new Date(0), createdBy: "key_test" };

export const storedCenter = (given: Partial<Center> = {}): Center => ({
  _id: "ctr_1",
  name: "Centro Norte",
  words: toSearchWords(given.name ?? "Centro Norte"),
  address: "",
  mapsLink: "",
  capacity: 50,
  schedule: { timezone: "America/Mexico_City", activeMemberDuration: 30, nonMemberDuration: 15, weekly: [] },
  countryId: "MX",
  type: "physical",
  isActive: true,
  ...creation,
  ...given,
});

export const storedStock = (given: Partial<Stock> = {}): Stock => ({
  _id: "stk_1",
  productName: "Guantes",
  words: toSearchWords(given.productName ?? "Guantes"),
  totalStock: 1000,
  minStockAlert: 100,
  type: "",
  ...creation,
  ...given,
});

export const storedCenterStock = (given: Partial<CenterStock> = {}): CenterStock => ({
  _id: "cst_1",
  stockId: "stk_1",
  serviceCenterId: "ctr_1",
  currentStock: 10,
  minStockAlert: 5,
  criticality: "medium",
  belowAlert: false,
  rank: 1,
  fill: 1,
  movements: 1,
  ...creation,
  ...given,
});

/** The facts for a withdrawal rule: a center that holds a product. */
export const withdrawalFacts = (held: Partial<CenterStock> = {}): WithdrawalFacts => ({
  center: storedCenter(),
  stock: storedStock(),
  centerStock: storedCenterStock(held),
  customTypes: [],
});

export interface HeldStock {
  /** The product and the center, as withdrawals name them. */
  ids: { stockId: string; serviceCenterId: string };
  centerStockId: string;
  currentStock(): Promise<number>;
  /** The ledger, oldest row first. */
  movements(): Promise<Movement[]>;
}

/** Creates a product at a center by rpcs. Give `stockId` or `serviceCenterId` to use an existing one. */
export async function createCenterStock(
  tenant: SupplyTenant,
  given: MessageInitShape<typeof ServiceCenterStockRequestSchema> = {},
): Promise<HeldStock> {
  const serviceCenterId = given.serviceCenterId ?? (await tenant.rpc.createServiceCenter(centerRequest())).id;
  const stockId = given.stockId ?? (await tenant.rpc.createStock(stockRequest())).id;
  const ids = { stockId, serviceCenterId };
  const { id: centerStockId } = await tenant.rpc.createServiceCenterStock(centerStockRequest({ ...given, ...ids }));
  const scope = tenant.scope();
  return {
    ids,
    centerStockId,
    async currentStock() {
      const centerStock = await scope.collection<CenterStock>("centerStocks").findOne({ _id: centerStockId });
      if (!centerStock) throw new Error(`${centerStockId} does not exist`);
      return centerStock.currentStock;
    },
    movements: () => scope.collection<Movement>("stock_movements").find({ centerStockId }, { sort: { seq: 1 } }),
  };
}

/** Fails unless the ledger of a center stock has no gap and adds up to its quantity. */
export async function assertLedgerConsistent(held: HeldStock): Promise<void> {
  let sum = 0;
  for (const [index, { seq, delta, quantityAfter }] of (await held.movements()).entries()) {
    sum += delta;
    if (seq !== index + 1 || quantityAfter !== sum || sum < 0) throw new Error(`row ${seq} of the ledger is wrong`);
  }
  const currentStock = await held.currentStock();
  if (sum !== currentStock) throw new Error(`the ledger adds up to ${sum}, the center holds ${currentStock}`);
}

export interface RestAnswer {
  status: number;
  body: Record<string, unknown>;
  isReplayed: boolean;
}

/**
 * Sends a REST request as the gateway would.
 * @param path below `/v1/public/supply`
 * @param key the Idempotency-Key
 */
export async function sendRest(
  tenant: SupplyTenant,
  method: string,
  path: string,
  body?: unknown,
  key?: string,
): Promise<RestAnswer> {
  const headers = key && { headers: { "idempotency-key": key } };
  const options = { ...headers, ...(body !== undefined && { body }) };
  const response = await tenant.http(method, `/v1/public/supply${path}`, options);
  const isReplayed = response.headers.get("idempotent-replayed") === "true";
  return { status: response.status, body: (await response.json()) as Record<string, unknown>, isReplayed };
}

/** Awaits a call that must be refused, and returns the refusal. */
export async function expectRefusal(call: Promise<unknown>): Promise<Pick<Refusal, "code" | "detail">> {
  const outcome: unknown = await call.catch((error: unknown) => error);
  if (!(outcome instanceof Refusal)) throw new Error(`not refused: ${JSON.stringify(outcome)}`);
  return { code: outcome.code, detail: outcome.detail };
}

/** The number of records per collection of a business, for checks that nothing was added. */
export async function countRecords(tenant: SupplyTenant): Promise<Record<string, number>> {
  const names = ["centers", "stocks", "centerStocks", "withdrawals", "stock_movements", "transfers", "withdrawalTypes"];
  const counts = names.map(async (name) => [name, await tenant.scope().collection(name).count({})] as const);
  return Object.fromEntries(await Promise.all(counts));
}
