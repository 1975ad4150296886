import type { MessageInitShape } from "@bufbuild/protobuf";
import { create } from "@bufbuild/protobuf";
import { Refusal } from "@tenant-ops/kit/errors";
import type { TestTenant } from "@tenant-ops/kit/testing";
import {
  ServiceCenterRequestSchema,
  ServiceCenterStockRequestSchema,
  StockRequestSchema,
  type SupplyService,
  WithdrawalRequestSchema,
} from "@tenant-ops/proto/supply";
import type { CenterStock } from "./center-stocks.store.js";
import type { Center } from "./centers.store.js";
import type { Movement } from "./movements.store.js";
import type { Stock } from "./stocks.store.js";
import type { FoundForWithdrawal } from "./withdrawals.rules.js";

// Test data. Each function takes what matters to a test and makes up the rest.

export type SupplyTenant = TestTenant<typeof SupplyService>;

export const aCenter = (given: MessageInitShape<typeof ServiceCenterRequestSchema> = {}) =>
  create(ServiceCenterRequestSchema, { name: "Centro Norte", lat: 19.45, long: -99.14, ...given });

export const aStock = (given: MessageInitShape<typeof StockRequestSchema> = {}) =>
  create(StockRequestSchema, { productName: "Guantes", totalStock: 1000, minStockAlert: 100, ...given });

export const aCenterStock = (given: MessageInitShape<typeof ServiceCenterStockRequestSchema> = {}) =>
  create(ServiceCenterStockRequestSchema, {
    stockId: "stk_1",
    serviceCenterId: "ctr_1",
    currentStock: 10,
    minStockAlert: 5,
    ...given,
  });

export const aWithdrawal = (given: MessageInitShape<typeof WithdrawalRequestSchema> = {}) =>
  create(WithdrawalRequestSchema, {
    stockId: "stk_1",
    serviceCenterId: "ctr_1",
    workerId: "worker-7",
    email: "ana@example.com",
    quantity: 1,
    ...given,
  });

const past = { createdAt: new Date(0), createdBy: "key_test" };

export const aStoredCenter = (given: Partial<Center> = {}): Center => ({
  _id: "ctr_1",
  name: "Centro Norte",
  address: "",
  mapsLink: "",
  capacity: 50,
  schedule: { timezone: "America/Mexico_City", activeMemberDuration: 30, nonMemberDuration: 15, weekly: [] },
  countryId: "MX",
  type: "physical",
  isActive: true,
  ...past,
  ...given,
});

export const aStoredStock = (given: Partial<Stock> = {}): Stock => ({
  _id: "stk_1",
  productName: "Guantes",
  totalStock: 1000,
  minStockAlert: 100,
  type: "",
  ...past,
  ...given,
});

export const aStoredCenterStock = (given: Partial<CenterStock> = {}): CenterStock => ({
  _id: "cst_1",
  stockId: "stk_1",
  serviceCenterId: "ctr_1",
  currentStock: 10,
  minStockAlert: 5,
  criticality: "medium",
  movements: 1,
  ...past,
  ...given,
});

/** What a rule finds: a center that holds so much of a product. */
export const found = (held: Partial<CenterStock> = {}): FoundForWithdrawal => ({
  center: aStoredCenter(),
  stock: aStoredStock(),
  centerStock: aStoredCenterStock(held),
  ownTypes: [],
});

export interface HeldStock {
  /** The product and the center, as withdrawals name them. */
  ids: { stockId: string; serviceCenterId: string };
  centerStockId: string;
  currentStock(): Promise<number>;
  /** The ledger, oldest row first. */
  movements(): Promise<Movement[]>;
}

/** A product at a center, made through the front door. Name `stockId` or `serviceCenterId` to use one that exists. */
export async function givenCenterStock(
  tenant: SupplyTenant,
  given: MessageInitShape<typeof ServiceCenterStockRequestSchema> = {},
): Promise<HeldStock> {
  const serviceCenterId = given.serviceCenterId ?? (await tenant.rpc.createServiceCenter(aCenter())).id;
  const stockId = given.stockId ?? (await tenant.rpc.createStock(aStock())).id;
  const ids = { stockId, serviceCenterId };
  const { id: centerStockId } = await tenant.rpc.createServiceCenterStock(aCenterStock({ ...given, ...ids }));
  const scope = tenant.scope();
  return {
    ids,
    centerStockId,
    async currentStock() {
      const centerStock = await scope.collection<CenterStock>("centerStocks").findOne({ _id: centerStockId });
      if (!centerStock) throw new Error(`${centerStockId} is gone`);
      return centerStock.currentStock;
    },
    movements: () => scope.collection<Movement>("stock_movements").find({ centerStockId }, { sort: { seq: 1 } }),
  };
}

/** The ledger of a center stock has no gap, and it tells how its number came about. */
export async function isSound(held: HeldStock): Promise<void> {
  let sum = 0;
  for (const [index, { seq, delta, quantityAfter }] of (await held.movements()).entries()) {
    sum += delta;
    if (seq !== index + 1 || quantityAfter !== sum || sum < 0) throw new Error(`row ${seq} of the ledger is wrong`);
  }
  const currentStock = await held.currentStock();
  if (sum !== currentStock) throw new Error(`the ledger adds up to ${sum}, the center holds ${currentStock}`);
}

/** What a call that must be refused was told. */
export async function refusalOf(call: Promise<unknown>): Promise<Pick<Refusal, "code" | "detail">> {
  const outcome: unknown = await call.catch((error: unknown) => error);
  if (!(outcome instanceof Refusal)) throw new Error(`not refused: ${JSON.stringify(outcome)}`);
  return { code: outcome.code, detail: outcome.detail };
}

/** Everything that a business has stored, to see that nothing was added. */
export async function rowCounts(tenant: SupplyTenant): Promise<Record<string, number>> {
  const names = ["centers", "stocks", "centerStocks", "withdrawals", "stock_movements", "withdrawalTypes"];
  const counts = names.map(async (name) => [name, await tenant.scope().collection(name).count({})] as const);
  return Object.fromEntries(await Promise.all(counts));
}
