import { repairCounts } from "@tenant-ops/kit/data";
import type { ArchiveRow, ArchiveStore } from "@tenant-ops/kit/retention";
import { expect, test } from "vitest";
import { countSources } from "../daily-counts.js";
import {
  archiveAll,
  listProblems,
  readLines,
  service,
  startRetention,
  useSupply,
  withdraw,
} from "./history.testing.js";
import { countRecords, withdrawalRequest } from "../testing.js";

useSupply();

test("archived history is in the files and not in the database, and stocks, ledgers and counters add up before and after further withdrawals", async () => {
  const { store, ...retention } = await startRetention();
  const [tenant, other] = [service.newTenant(), service.newTenant()];
  const held = await withdraw(tenant, 5);
  await withdraw(other, 2);
  await retention.setRules(tenant.call(), { stockMovements: archiveAll, withdrawals: archiveAll });
  await retention.sweep();

  expect(await countRecords(tenant)).toMatchObject({ withdrawals: 0, stock_movements: 0, centerStocks: 1 });
  const lines = await readLines(store, tenant);
  expect(lines.filter(({ collection }) => collection === "stock_movements").map(({ record }) => record.seq)).toEqual([
    1, 2, 3, 4, 5, 6,
  ]);
  expect(lines.filter(({ collection }) => collection === "withdrawals")).toHaveLength(5);
  expect(await listProblems(tenant)).toEqual([]);

  await tenant.rpc.approveWithdrawal(withdrawalRequest(held.ids));
  expect(await held.currentStock()).toBe(94);
  expect(await listProblems(tenant)).toEqual([]);
  // The audit compares the remaining rows with the balance of the checkpoint.
  await tenant
    .scope()
    .collection<{ _id: string; quantityAfter: number }>("stock_movements")
    .updateOne({}, { $inc: { quantityAfter: 1 } });
  expect(await listProblems(tenant)).toHaveLength(2);

  expect(await countRecords(other)).toMatchObject({ withdrawals: 2, stock_movements: 3 });
  expect(await store.list(`${other.businessId}/`)).toEqual([]);
});

test("history that is younger than the rule is kept, and so is history without a rule", async () => {
  const retention = await startRetention();
  const tenant = service.newTenant();
  await withdraw(tenant, 2);
  await retention.setRules(tenant.call(), {
    stockMovements: { mode: "delete", days: 1 },
    withdrawals: { mode: "delete", days: 0 },
  });
  await retention.sweep();
  expect(await countRecords(tenant)).toMatchObject({ withdrawals: 0, stock_movements: 3 });
  expect(await listProblems(tenant)).toEqual([]);
  expect(await retention.store.list(`${tenant.businessId}/`)).toEqual([]);
});

test("rows of a ledger are deleted only from its beginning, while withdrawals are running", async () => {
  const retention = await startRetention();
  const tenant = service.newTenant();
  const held = await withdraw(tenant, 3);
  const rows = tenant.scope().collection<{ _id: string; seq: number; at: Date }>("stock_movements");
  // As if the clock of a process had been ahead: by a day, so that the row is not old enough in the later tests either.
  await rows.updateOne({ seq: 3 }, { $set: { at: new Date(Date.now() + 86_400_000) } });
  for (const source of countSources) await repairCounts(service.running.context.db, source);
  await retention.setRules(tenant.call(), { stockMovements: archiveAll });
  const running = Array.from({ length: 20 }, () => tenant.rpc.approveWithdrawal(withdrawalRequest(held.ids)));
  await retention.sweep();
  await Promise.all(running);
  expect((await held.movements())[0]).toMatchObject({ seq: 3 });
  expect((await readLines(retention.store, tenant)).map(({ record }) => record.seq)).toEqual([1, 2]);
  expect(await listProblems(tenant)).toEqual([]);
});

test.each(["other bytes", "no answer"])("nothing is deleted when the store gives %s", async (kind) => {
  const get = async (store: ArchiveStore, name: string): Promise<Buffer> => {
    if (kind === "no answer") throw new Error("the store does not answer");
    const content = await store.get(name);
    content[content.length - 6] = (content.at(-6) ?? 0) ^ 1;
    return content;
  };
  let isBroken = true;
  const retention = await startRetention((store) => ({
    ...store,
    get: (name) => (isBroken ? get(store, name) : store.get(name)),
  }));
  const tenant = service.newTenant();
  await withdraw(tenant, 2);
  await retention.setRules(tenant.call(), { stockMovements: archiveAll });
  await retention.sweep();
  expect(await countRecords(tenant)).toMatchObject({ stock_movements: 3, withdrawals: 2 });
  expect((await retention.context.metrics.failures.get()).values).toMatchObject([{ value: 1 }]);
  // A file counts only after it was read back.
  expect(
    await tenant
      .scope()
      .collection<ArchiveRow>("archives")
      .count({ status: { $ne: "writing" } }),
  ).toBe(0);

  isBroken = false;
  await retention.sweep();
  expect(await countRecords(tenant)).toMatchObject({ stock_movements: 0 });
  expect(await readLines(retention.store, tenant)).toHaveLength(3);
});
