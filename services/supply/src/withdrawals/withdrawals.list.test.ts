import { shareTestService, type SharedTestService } from "@tenant-ops/kit/testing";
import type { SupplyService } from "@tenant-ops/proto/supply";
import { beforeAll, describe, expect, test } from "vitest";
import { supply } from "../supply.js";
import { createCenterStock, expectRefusal, withdrawalRequest } from "../testing.js";

let service: SharedTestService<typeof SupplyService>;
beforeAll(async () => void (service = await shareTestService(supply)));

/** Four withdrawals: two centers, two products, two workers and two kinds, in different combinations. */
async function createWithdrawals() {
  const tenant = service.newTenant();
  const north = await createCenterStock(tenant, { currentStock: 100 });
  const south = await createCenterStock(tenant, { stockId: north.ids.stockId, currentStock: 100 });
  const masks = await createCenterStock(tenant, { serviceCenterId: north.ids.serviceCenterId, currentStock: 100 });
  const withdraw = (given: object) => tenant.rpc.approveWithdrawal(withdrawalRequest(given));
  const ids = [
    (await withdraw({ ...north.ids, workerId: "ana", withdrawalType: "insumos" })).id,
    (await withdraw({ ...south.ids, workerId: "ana", withdrawalType: "merma" })).id,
    (await withdraw({ ...masks.ids, workerId: "luis", withdrawalType: "insumos" })).id,
    (await withdraw({ ...north.ids, workerId: "luis", withdrawalType: "merma" })).id,
  ];
  /** The numbers of the withdrawals in the answer, the newest first. */
  const list = async (filter: object) => {
    const { items } = await tenant.rpc.listWithdrawals(filter);
    return items.map(({ id }) => ids.indexOf(id));
  };
  return { tenant, north, south, masks, list };
}

describe("the list of withdrawals", () => {
  test("has those of one center, product, worker or kind, and of their combinations, newest first", async () => {
    const { north, south, masks, list } = await createWithdrawals();
    expect(await list({})).toEqual([3, 2, 1, 0]);
    expect(await list({ serviceCenterId: south.ids.serviceCenterId })).toEqual([1]);
    expect(await list({ serviceCenterId: north.ids.serviceCenterId })).toEqual([3, 2, 0]);
    expect(await list({ stockId: masks.ids.stockId })).toEqual([2]);
    expect(await list({ workerId: " ana " })).toEqual([1, 0]);
    expect(await list({ workerId: "nobody" })).toEqual([]);
    expect(await list({ withdrawalType: "Merma" })).toEqual([3, 1]);
    expect(await list({ ...north.ids, workerId: "luis", withdrawalType: "merma" })).toEqual([3]);
    expect(await list({ dateTo: "2020-01-01" })).toEqual([]);
    expect(await list({ dateFrom: "2020-01-01", workerId: "luis" })).toEqual([3, 2]);
  });

  test("is read page by page, and a cursor belongs to its filter", async () => {
    const { tenant, list } = await createWithdrawals();
    const first = await tenant.rpc.listWithdrawals({ withdrawalType: "merma", limit: 1 });
    expect(first).toMatchObject({ count: 1, hasMore: true });
    const { nextCursor: cursor } = first;
    expect(await list({ withdrawalType: "merma", limit: 1, cursor })).toEqual([1]);
    expect(await expectRefusal(list({ withdrawalType: "insumos", cursor }))).toMatchObject({ code: "invalid_cursor" });
  });

  test("shows another business nothing, and refuses its center and product like unknown ones", async () => {
    const { north } = await createWithdrawals();
    const { rpc } = service.newTenant();
    expect((await rpc.listWithdrawals({ workerId: "ana" })).items).toEqual([]);
    const { serviceCenterId, stockId } = north.ids;
    for (const id of [serviceCenterId, "no_such_id"])
      expect(await expectRefusal(rpc.listWithdrawals({ serviceCenterId: id }))).toMatchObject({
        code: "center_not_found",
      });
    for (const id of [stockId, "no_such_id"])
      expect(await expectRefusal(rpc.listWithdrawals({ stockId: id }))).toMatchObject({ code: "stock_not_found" });
  });
});
