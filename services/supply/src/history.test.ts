import type { Database, LeaseRow } from "@tenant-ops/kit/data";
import type { ArchiveRow, ArchiveStore, HistoryGroup } from "@tenant-ops/kit/retention";
import {
  createTestRetention,
  isLongRun,
  listProblemsOf,
  readArchivedLines,
  startTestService,
  type TestService,
} from "@tenant-ops/kit/testing";
import type { SupplyService } from "@tenant-ops/proto/supply";
import { afterAll, beforeAll, expect, test } from "vitest";
import { supply } from "./supply.js";
import { countRecords, createCenterStock, type SupplyTenant, withdrawalRequest } from "./testing.js";
import type { Withdrawal } from "./withdrawals.types.js";

let service: TestService<typeof SupplyService>;
beforeAll(async () => void (service = await startTestService(supply)));
afterAll(() => service.close());

const startRetention = (wrapStore?: (store: ArchiveStore) => ArchiveStore) =>
  createTestRetention(supply, service.running, wrapStore && { wrapStore });

const archiveAll = { mode: "archive", days: 0 } as const;

/** A product at a center from which units were withdrawn `times` times. */
async function withdraw(tenant: SupplyTenant, times: number) {
  const held = await createCenterStock(tenant, { currentStock: 100 });
  for (let count = 0; count < times; count += 1) await tenant.rpc.approveWithdrawal(withdrawalRequest(held.ids));
  return held;
}

const listProblems = ({ businessId }: SupplyTenant) => listProblemsOf(supply, service.running, businessId);

const readLines = (store: ArchiveStore, { businessId }: SupplyTenant) =>
  readArchivedLines<{ seq?: number }>(store, businessId);

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

test("a record that was changed after it was archived is kept, and is only in the next file", async () => {
  const tenant = service.newTenant();
  const withdrawals = () => tenant.scope().collection<Withdrawal>("withdrawals");
  let change: (() => Promise<unknown>) | undefined;
  const retention = await startRetention((store) => ({
    ...store,
    async get(name) {
      const content = await store.get(name);
      await change?.();
      return content;
    },
  }));
  await withdraw(tenant, 3);
  const [, changed] = await withdrawals().find({}, { sort: { _id: 1 } });
  change = () => withdrawals().updateOne({ _id: changed?._id ?? "" }, { $set: { ciudad: "Puebla" } });
  await retention.setRules(tenant.call(), { withdrawals: archiveAll });
  await retention.sweep();
  change = undefined;
  expect(await withdrawals().find({})).toMatchObject([{ _id: changed?._id, ciudad: "Puebla" }]);
  expect(await readLines(retention.store, tenant)).toHaveLength(2);

  await retention.sweep();
  expect(await withdrawals().count({})).toBe(0);
  const lines = await readLines(retention.store, tenant);
  expect(new Set(lines.map(({ record }) => record._id)).size).toBe(3);
  expect(lines).toHaveLength(3);
  expect(lines.filter(({ record }) => record._id === changed?._id)).toMatchObject([{ record: { ciudad: "Puebla" } }]);
  expect(await listProblems(tenant)).toEqual([]);
});

/** Throws at the `uses`-th use of the store, as if the process was killed there. */
function stopAt(store: ArchiveStore, uses: number): ArchiveStore {
  let remaining = uses;
  const use =
    <Arguments extends unknown[], Result>(work: (...args: Arguments) => Promise<Result>) =>
    async (...args: Arguments): Promise<Result> => {
      remaining -= 1;
      if (remaining === 0) throw new Error("the process was killed");
      return work(...args);
    };
  const { put, get, list } = store;
  return { ...store, put: use(put), get: use(get), list: use(list), delete: use(store.delete) };
}

test("a process that is killed at any point loses nothing and archives nothing twice", async () => {
  for (let uses = 1; ; uses += isLongRun ? 1 : 5) {
    const tenant = service.newTenant();
    await withdraw(tenant, 2);
    const { store, ...retention } = await startRetention();
    await retention.setRules(tenant.call(), { withdrawals: archiveAll });
    const killed = { ...retention.context, store: stopAt(store, uses) };
    const failuresBefore = (await retention.context.metrics.failures.get()).values.length;
    await retention.sweepWith(killed);
    const hasEnded = (await retention.context.metrics.failures.get()).values.length === failuresBefore;
    // A record changes between the two processes.
    const [first] = await tenant.scope().collection<Withdrawal>("withdrawals").find({}, { limit: 1 });
    if (first)
      await tenant
        .scope()
        .collection("withdrawals")
        .updateOne({ _id: first._id }, { $set: { talla: "M" } });
    await retention.sweep();
    await retention.sweep();
    const lines = await readLines(store, tenant);
    expect(lines).toHaveLength(2);
    expect(new Set(lines.map(({ record }) => record._id)).size).toBe(2);
    // Each file has its manifest; the files of the first attempt are deleted.
    const files = await store.list(`${tenant.businessId}/`);
    expect(files).toHaveLength(2 * files.filter((name) => name.endsWith(".gz")).length);
    expect(await countRecords(tenant)).toMatchObject({ withdrawals: 0, stock_movements: 3 });
    expect(await listProblems(tenant)).toEqual([]);
    if (hasEnded) return;
  }
});

/** The first attempt to acquire a lease whose name has this prefix fails, as if a process that died still held it. */
function holdLeaseOnce(db: Database, prefix: string): Database {
  const leases = db.infrastructure<LeaseRow>("leases");
  let isHeld = false;
  const updateOne: typeof leases.updateOne = async (filter, ...rest) => {
    const { _id } = filter;
    if (isHeld || typeof _id !== "string" || !_id.startsWith(prefix)) return leases.updateOne(filter, ...rest);
    isHeld = true;
    await leases.insertOne({ _id, holder: "dead", until: new Date(Date.now() + 60_000) });
    const refused = await leases.updateOne(filter, ...rest).catch((error: unknown) => error);
    await leases.deleteOne({ _id });
    throw refused;
  };
  const wrapped = new Proxy(leases, {
    get: (target, name) => (name === "updateOne" ? updateOne : (Reflect.get(target, name) as unknown)),
  });
  return { ...db, infrastructure: () => wrapped as never };
}

test("records in a file that a killed process wrote are in no other file, also when its lease has not expired yet", async () => {
  const tenant = service.newTenant();
  await withdraw(tenant, 3);
  const { store, ...retention } = await startRetention();
  await retention.setRules(tenant.call(), { withdrawals: archiveAll });
  // By then the file is written and read back, and nothing is deleted.
  await retention.sweepWith({ ...retention.context, store: stopAt(store, 5) });
  expect(await countRecords(tenant)).toMatchObject({ withdrawals: 3 });
  await retention.sweepWith({ ...retention.context, db: holdLeaseOnce(retention.context.db, "archives") });
  expect(await countRecords(tenant)).toMatchObject({ withdrawals: 0 });
  expect(await readLines(store, tenant)).toHaveLength(3);
});

test("a business that removes its rule has each record either in the database or in the files", async () => {
  const tenant = service.newTenant();
  await withdraw(tenant, 3);
  const { store, ...retention } = await startRetention();
  await retention.setRules(tenant.call(), { withdrawals: archiveAll });
  // By then the file is written and read back: this would be the last use before the deletion.
  await retention.sweepWith({ ...retention.context, store: stopAt(store, 5) });
  await retention.setRules(tenant.call(), {});
  await retention.sweep();
  expect(await countRecords(tenant)).toMatchObject({ withdrawals: 3 });
  expect(await store.list(`${tenant.businessId}/`)).toEqual([]);
});

test.each([
  ["no rule", {}],
  ["more days", { withdrawals: { mode: "archive", days: 1 } }],
] as const)("a change of the rule to %s also applies to the file that is being written", async (_, rules) => {
  const tenant = service.newTenant();
  let change: (() => Promise<void>) | undefined;
  const { store, ...retention } = await startRetention((folder) => ({
    ...folder,
    async get(name) {
      await change?.();
      return folder.get(name);
    },
  }));
  await withdraw(tenant, 3);
  await retention.setRules(tenant.call(), { withdrawals: archiveAll });
  change = () => retention.setRules(tenant.call(), rules);
  await retention.sweep();
  change = undefined;
  expect(await countRecords(tenant)).toMatchObject({ withdrawals: 3 });
  expect(await store.list(`${tenant.businessId}/`)).toEqual([]);
});

test.each([
  ["no rule", {}],
  ["more days", { withdrawals: { mode: "delete", days: 1 } }],
] as const)("a change of the rule to %s stops a deletion before its next transaction", async (_, rules) => {
  const tenant = service.newTenant();
  const retention = await startRetention();
  await withdraw(tenant, 1);
  const withdrawals = tenant.scope().collection<Withdrawal>("withdrawals");
  const [first] = await withdrawals.find({});
  if (!first) throw new Error("there is no withdrawal");
  await withdrawals.insertMany(
    Array.from({ length: 149 }, (__, number) => ({ ...first, _id: `${first._id}${number}` })),
  );
  await retention.setRules(tenant.call(), { withdrawals: { mode: "delete", days: 0 } });
  // During the first transaction, which deletes 100 records.
  const kinds = retention.context.kinds.map((kind) => ({
    ...kind,
    async onRemove(_scope: unknown, groups: readonly HistoryGroup[]) {
      await retention.setRules(tenant.call(), rules);
      return groups;
    },
  }));
  await retention.sweepWith({ ...retention.context, kinds });
  expect(await countRecords(tenant)).toMatchObject({ withdrawals: 50 });
});
