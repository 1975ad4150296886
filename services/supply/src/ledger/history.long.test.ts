import type { Database, LeaseRow } from "@tenant-ops/kit/data";
import type { ArchiveStore, HistoryGroup } from "@tenant-ops/kit/retention";
import { expect, test } from "vitest";
import {
  archiveAll,
  listProblems,
  readLines,
  service,
  startRetention,
  useSupply,
  withdraw,
} from "./history.testing.js";
import { countRecords } from "../testing.js";
import type { Withdrawal } from "../withdrawals/withdrawals.rules.js";

useSupply();

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
  for (let uses = 1; ; uses += 1) {
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
