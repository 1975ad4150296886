import { startTestService, type TestService } from "@tenant-ops/kit/testing";
import { StockLowSchema, type SupplyService, WithdrawalApprovedSchema } from "@tenant-ops/proto/supply";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { supply } from "../supply.js";
import {
  assertLedgerConsistent,
  createCenterStock,
  expectRefusal,
  sendRest,
  type SupplyTenant,
  withdrawalRequest,
} from "../testing.js";
import type { Withdrawal } from "./withdrawals.rules.js";

// Two processes of the service with one database: each remembers the records of its own batches.
let here: TestService<typeof SupplyService>;
let there: TestService<typeof SupplyService>;
beforeAll(async () => {
  here = await startTestService(supply);
  const { MONGODB_DATABASE } = here.running.context.config;
  there = await startTestService(supply, { MONGODB_DATABASE: String(MONGODB_DATABASE) });
});
afterAll(() => Promise.all([here.close(), there.close()]));

interface Tenants {
  here: SupplyTenant;
  there: SupplyTenant;
}

function newTenant(): Tenants {
  const tenant = here.newTenant();
  return { here: tenant, there: there.newTenant(tenant.caller) };
}

test("an approval of remembered records is one write command and the commit, also after a preview", async () => {
  const tenant = newTenant();
  const held = await createCenterStock(tenant.here, { currentStock: 10 });
  const request = withdrawalRequest(held.ids);
  // Names are remembered for a second. The clock is stopped, so that the second does not end on a busy machine.
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  await tenant.here.rpc.approveWithdrawal(request, { idempotencyKey: "yes-1" });
  // A preview reads for itself, and leaves what is remembered.
  await tenant.here.rpc.proposeWithdrawal(request);
  const commands: string[] = [];
  const stop = here.running.context.db.watchCommands(({ commandName, command }) => {
    if (command["autocommit"] === false) commands.push(commandName);
  });
  await tenant.here.rpc.approveWithdrawal(request, { idempotencyKey: "yes-2" });
  stop();
  expect(commands).toEqual(["bulkWrite", "commitTransaction"]);
  expect(await held.currentStock()).toBe(8);
});

test("an approval sees every write that another process made since the last one: withdrawals, receiving, counts, alerts", async () => {
  const tenant = newTenant();
  const held = await createCenterStock(tenant.here, { currentStock: 20, minStockAlert: 0 });
  const one = withdrawalRequest(held.ids);
  const changes = [
    () => tenant.there.rpc.approveWithdrawal(one),
    () => tenant.there.rpc.approveReceiveStock({ centerStockId: held.centerStockId, quantity: 5 }),
    () => tenant.there.rpc.approveCountStock({ centerStockId: held.centerStockId, counted: 9 }),
    () => sendRest(tenant.there, "PATCH", `/center-stocks/${held.centerStockId}`, { minStockAlert: 8 }),
  ];
  await tenant.here.rpc.approveWithdrawal(one);
  for (const change of changes) {
    await change();
    await tenant.here.rpc.approveWithdrawal(one);
  }
  // 20 −1 −1 −1 +5 −1 → 9 −1 → alert 8 −1 = 7
  expect(await held.currentStock()).toBe(7);
  await assertLedgerConsistent(held);
  // The first quantity below the new alert; with the remembered alert there would be no event.
  expect(await tenant.here.events(StockLowSchema)).toMatchObject([{ currentStock: 7, minStockAlert: 8 }]);
});

test("a withdrawal is not refused because of what was remembered", async () => {
  const tenant = newTenant();
  const held = await createCenterStock(tenant.here, { currentStock: 1 });
  await tenant.here.rpc.approveWithdrawal(withdrawalRequest(held.ids));
  await tenant.there.rpc.approveReceiveStock({ centerStockId: held.centerStockId, quantity: 3 });
  await tenant.here.rpc.approveWithdrawal(withdrawalRequest({ ...held.ids, quantity: 3 }));
  const refusal = await expectRefusal(tenant.here.rpc.approveWithdrawal(withdrawalRequest(held.ids)));
  expect(refusal.detail).toBe("The center holds 0; 1 were asked for.");
  await assertLedgerConsistent(held);
});

test("two processes that approve at the same time from remembered records never hand out more than there is", async () => {
  const tenant = newTenant();
  const held = await createCenterStock(tenant.here, { currentStock: 60 });
  const one = withdrawalRequest(held.ids);
  for (const side of [tenant.here, tenant.there]) await side.rpc.approveWithdrawal(one);
  const results = await Promise.allSettled(
    Array.from({ length: 80 }, (_, index) => (index % 2 ? tenant.here : tenant.there).rpc.approveWithdrawal(one)),
  );
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(58);
  expect(await held.currentStock()).toBe(0);
  expect(await held.movements()).toHaveLength(61);
  await assertLedgerConsistent(held);
  expect(await tenant.here.events(WithdrawalApprovedSchema)).toHaveLength(60);
});

test("a repeat on another process gets the stored answer, although that process remembers the units", async () => {
  const tenant = newTenant();
  const held = await createCenterStock(tenant.here, { currentStock: 10 });
  await tenant.there.rpc.approveWithdrawal(withdrawalRequest(held.ids));
  const rest = withdrawalRequest({ ...held.ids, quantity: 9 });
  const first = await tenant.here.rpc.approveWithdrawal(rest, { idempotencyKey: "yes-1" });
  expect(await tenant.there.rpc.approveWithdrawal(rest, { idempotencyKey: "yes-1" })).toEqual(first);
  expect(await held.currentStock()).toBe(0);
});

test("a new name of a product is in the next withdrawal", async () => {
  const tenant = newTenant();
  const held = await createCenterStock(tenant.here, { currentStock: 10 });
  await tenant.here.rpc.approveWithdrawal(withdrawalRequest(held.ids));
  const renamed = await sendRest(tenant.here, "PATCH", `/stocks/${held.ids.stockId}`, {
    productName: "Guantes azules",
  });
  expect(renamed.status).toBe(200);
  const { id } = await tenant.here.rpc.approveWithdrawal(withdrawalRequest(held.ids));
  const withdrawal = await tenant.here.scope().collection<Withdrawal>("withdrawals").findById(id);
  expect(withdrawal?.productName).toBe("Guantes azules");
});
