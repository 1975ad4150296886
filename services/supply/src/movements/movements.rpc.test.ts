import { shareTestService, type SharedTestService } from "@tenant-ops/kit/testing";
import { CenterStockChangedSchema, type SupplyService } from "@tenant-ops/proto/supply";
import { beforeAll, describe, expect, test } from "vitest";
import { supply } from "../supply.js";
import {
  assertLedgerConsistent,
  countRecords,
  createCenterStock,
  expectRefusal,
  type SupplyTenant,
} from "../testing.js";

// The tools of the toolset operations. Their REST routes are tested in movements.test.ts; both make the same changes.
let service: SharedTestService<typeof SupplyService>;
beforeAll(async () => void (service = await shareTestService(supply)));

/** Two centers that keep one product: 10 units and none. */
async function createTwoCenters() {
  const tenant = service.newTenant();
  const from = await createCenterStock(tenant, { currentStock: 10, minStockAlert: 5 });
  const to = await createCenterStock(tenant, { stockId: from.ids.stockId, currentStock: 0, minStockAlert: 0 });
  return { tenant, from, to };
}
type TwoCenters = Awaited<ReturnType<typeof createTwoCenters>>;

interface Kind {
  name: string;
  propose: (tenant: SupplyTenant, centers: TwoCenters, change?: object) => Promise<object>;
  approve: (
    tenant: SupplyTenant,
    centers: TwoCenters,
    change?: object,
    options?: { idempotencyKey: string },
  ) => Promise<object>;
  /** What both centers hold after one approval, and after two. */
  once: [number, number];
  twice: [number, number];
}

const transferRequest = ({ from, to }: TwoCenters) => ({
  stockId: from.ids.stockId,
  fromCenterId: from.ids.serviceCenterId,
  toCenterId: to.ids.serviceCenterId,
  quantity: 4,
});

const kinds: Kind[] = [
  {
    name: "receiving",
    propose: ({ rpc }, { from: { centerStockId } }, change) =>
      rpc.proposeReceiveStock({ centerStockId, quantity: 4, ...change }),
    approve: ({ rpc }, { from: { centerStockId } }, change, options) =>
      rpc.approveReceiveStock({ centerStockId, quantity: 4, ...change }, options),
    once: [14, 0],
    twice: [18, 0],
  },
  {
    name: "count",
    propose: ({ rpc }, { from: { centerStockId } }, change) =>
      rpc.proposeCountStock({ centerStockId, counted: 7, ...change }),
    approve: ({ rpc }, { from: { centerStockId } }, change, options) =>
      rpc.approveCountStock({ centerStockId, counted: 7, ...change }, options),
    once: [7, 0],
    twice: [7, 0],
  },
  {
    name: "transfer",
    propose: ({ rpc }, centers, change) => rpc.proposeTransferStock({ ...transferRequest(centers), ...change }),
    approve: ({ rpc }, centers, change, options) =>
      rpc.approveTransferStock({ ...transferRequest(centers), ...change }, options),
    once: [6, 4],
    twice: [2, 8],
  },
];

const readBoth = async ({ from, to }: TwoCenters) => [await from.currentStock(), await to.currentStock()];

describe.each(kinds)("a $name", ({ propose, approve, once, twice }) => {
  test("is previewed without a write", async () => {
    const centers = await createTwoCenters();
    const writes = await centers.tenant.writesDuring(() => propose(centers.tenant, centers));
    expect(writes).toEqual([]);
  });

  test("does what the preview showed, with ledger rows that add up", async () => {
    const centers = await createTwoCenters();
    await propose(centers.tenant, centers);
    await approve(centers.tenant, centers, { note: " pedido 12 " });
    expect(await readBoth(centers)).toEqual(once);
    expect((await centers.from.movements())[1]).toMatchObject({ seq: 2, note: "pedido 12", actor: "key_test" });
    await Promise.all([centers.from, centers.to].map(assertLedgerConsistent));
  });

  test("sent twice with one idempotency key is one change and answers the same", async () => {
    const centers = await createTwoCenters();
    const send = () => approve(centers.tenant, centers, {}, { idempotencyKey: "yes-1" });
    expect(await send()).toEqual(await send());
    expect(await readBoth(centers)).toEqual(once);
    expect((await countRecords(centers.tenant))["stock_movements"]).toBe(twice[1] === 0 ? 3 : 4);
  });

  test("and a second one at the same time are both carried out", async () => {
    const centers = await createTwoCenters();
    await Promise.all([approve(centers.tenant, centers), approve(centers.tenant, centers)]);
    expect(await readBoth(centers)).toEqual(twice);
    await Promise.all([centers.from, centers.to].map(assertLedgerConsistent));
  });

  test("with records of another business is refused like one with unknown records, and changes nothing", async () => {
    const centers = await createTwoCenters();
    const otherTenant = service.newTenant();
    const unknown = { centerStockId: "no_such_id", stockId: "no_such_id", fromCenterId: "no_such_id" };
    const toReply = async (call: Promise<object>) => {
      const { code, detail } = await expectRefusal(call);
      return { code, detail: detail.replaceAll(/"[^"]+"/g, '"…"') };
    };
    for (const send of [propose, approve]) {
      const refusal = await toReply(send(otherTenant, centers));
      expect(refusal).toEqual(await toReply(send(otherTenant, centers, unknown)));
      expect(refusal.code).toMatch(/^center(_stock)?_not_found$/);
    }
    expect(await readBoth(centers)).toEqual([10, 0]);
  });
});

test("the preview of a receiving shows names, stock and the note", async () => {
  const { tenant, from } = await createTwoCenters();
  const { preview } = await tenant.rpc.proposeReceiveStock({
    centerStockId: from.centerStockId,
    quantity: 4,
    note: " x ",
  });
  expect(preview).toMatchObject({
    ...from.ids,
    centerStockId: from.centerStockId,
    productName: "Guantes",
    serviceCenterName: "Centro Norte",
    delta: 4,
    stockBefore: 10,
    stockAfter: 14,
    leavesLowStock: false,
    note: "x",
  });
});

test("the preview of a transfer shows both centers, and the approval answers both changes", async () => {
  const centers = await createTwoCenters();
  const request = { ...transferRequest(centers), quantity: 6 };
  const { preview } = await centers.tenant.rpc.proposeTransferStock(request);
  expect(preview).toMatchObject({
    quantity: 6,
    from: { delta: -6, stockBefore: 10, stockAfter: 4, leavesLowStock: true },
    to: { delta: 6, stockBefore: 0, stockAfter: 6, leavesLowStock: false },
  });
  const { id, movements } = await centers.tenant.rpc.approveTransferStock(request);
  expect(movements).toHaveLength(2);
  expect(movements).toContainEqual(expect.objectContaining({ id, delta: -6, stockAfter: 4 }));
  expect(movements).toContainEqual(expect.objectContaining({ id, delta: 6, stockAfter: 6 }));
  expect(await centers.tenant.events(CenterStockChangedSchema)).toHaveLength(2);
});

test("of two transfers of the last units at once exactly one succeeds", async () => {
  const centers = await createTwoCenters();
  const send = () => centers.tenant.rpc.approveTransferStock({ ...transferRequest(centers), quantity: 8 });
  const results = await Promise.allSettled([send(), send()]);
  expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  expect(results).toContainEqual({
    status: "rejected",
    reason: expect.objectContaining({ code: "insufficient_stock", detail: "The center holds 2; 8 were asked for." }),
  });
  expect(await readBoth(centers)).toEqual([2, 8]);
});

test.each([
  ["more than the center holds", { quantity: 11 }, "insufficient_stock"],
  ["an unknown product", { stockId: "x" }, "stock_not_found"],
  ["an unknown receiving center", { toCenterId: "x" }, "center_not_found"],
  ["no units", { quantity: 0 }, "invalid_argument"],
])("a transfer with %s is refused, when proposed and when approved", async (_, change, code) => {
  const centers = await createTwoCenters();
  const request = { ...transferRequest(centers), ...change };
  expect(await expectRefusal(centers.tenant.rpc.proposeTransferStock(request))).toMatchObject({ code });
  expect(await expectRefusal(centers.tenant.rpc.approveTransferStock(request))).toMatchObject({ code });
  expect(await readBoth(centers)).toEqual([10, 0]);
});

test("a transfer to the center that it comes from names the argument of the tool", async () => {
  const centers = await createTwoCenters();
  const request = { ...transferRequest(centers), toCenterId: centers.from.ids.serviceCenterId };
  const refusal = await expectRefusal(centers.tenant.rpc.proposeTransferStock(request));
  expect(refusal).toMatchObject({ code: "invalid_argument", detail: expect.stringMatching(/^to_center_id/) });
});

test("a count answers the difference and its ledger row", async () => {
  const { tenant, from } = await createTwoCenters();
  const answer = await tenant.rpc.approveCountStock({ centerStockId: from.centerStockId, counted: 0 });
  expect(answer).toMatchObject({ ...from.ids, delta: -10, stockBefore: 10, stockAfter: 0 });
  expect((await from.movements())[1]).toMatchObject({ delta: -10, reason: "count", ref: answer.id });
});
