import type { FoundHistory } from "@tenant-ops/kit/retention";
import { createTestRetention, listProblemsOf, startTestService, type TestService } from "@tenant-ops/kit/testing";
import type { RoulettesService } from "@tenant-ops/proto/roulettes";
import { afterAll, beforeAll, expect, test } from "vitest";
import { moveToTombstone } from "./players.store.js";
import type { Prize } from "../prizes/prizes.rules.js";
import { roulettes } from "../roulettes.js";
import { spinHistory } from "./spin-history.js";
import type { Player } from "./players.rules.js";
import type { Spin } from "./spins.rules.js";
import { createRoulette, giftRequest, type RoulettesTenant, spin } from "../testing.js";

let service: TestService<typeof RoulettesService>;
beforeAll(async () => void (service = await startTestService(roulettes)));
afterAll(() => service.close());

const gifts = [giftRequest("Points", { probability: 1 }), giftRequest("Perder", { probability: 1 })];
const collection = <T extends { _id: string }>(tenant: RoulettesTenant, name: string) =>
  tenant.scope().collection<T>(name);

const listProblems = ({ businessId }: RoulettesTenant) => listProblemsOf(roulettes, service.running, businessId);

async function countAll(tenant: RoulettesTenant) {
  const count = (name: string) => tenant.scope().collection(name).count({});
  return { spins: await count("spins"), prizes: await count("prizes"), players: await count("players") };
}

test.each(["archive", "delete"] as const)(
  "spins are deleted with their prizes (%s) while users spin, spins whose prize can be claimed are kept, and all sums are right",
  async (mode) => {
    const retention = await createTestRetention(roulettes, service.running);
    const tenant = service.newTenant();
    const rouletteId = await createRoulette(tenant, { gifts, maxWins: 99 });
    for (let count = 0; count < 30; count += 1) await spin(tenant, rouletteId, `u-${count % 3}`);
    const won = await collection<Prize>(tenant, "prizes").find({}, { sort: { _id: 1 } });
    for (const { _id: prizeId } of won.slice(1)) await tenant.rpc.approvePrizeClaim({ prizeId });
    await retention.setRules(tenant.call(), { spins: { mode, days: 0 } });
    const running = Array.from({ length: 10 }, (_, index) => spin(tenant, rouletteId, `u-${index % 3}`));
    await retention.sweep();
    await Promise.all(running);
    await retention.sweep();

    const kept = await collection<Spin>(tenant, "spins").find({});
    expect(kept.map(({ prizeId }) => prizeId)).toContain(won[0]?._id);
    expect(kept.filter(({ result }) => result === "lost")).toEqual([]);
    expect(await countAll(tenant)).toEqual({ spins: kept.length, prizes: kept.length, players: 3 });
    expect(await listProblems(tenant)).toEqual([]);
    const files = await retention.store.list(`${tenant.businessId}/roulettes/spins/`);
    expect(files.length > 0).toBe(mode === "archive");
  },
);

test("limits count deleted spins: no player wins more than before, and the next spin has the next number", async () => {
  const retention = await createTestRetention(roulettes, service.running);
  const tenant = service.newTenant();
  const rouletteId = await createRoulette(tenant, {
    gifts: [giftRequest("Points", { probability: 1 }), giftRequest("Perder", { probability: 0 })],
    maxWins: 2,
  });
  for (let count = 0; count < 2; count += 1) await spin(tenant, rouletteId, "u-1");
  for (const { _id: prizeId } of await collection<Prize>(tenant, "prizes").find({}))
    await tenant.rpc.approvePrizeClaim({ prizeId });
  await retention.setRules(tenant.call(), { spins: { mode: "delete", days: 0 } });
  await retention.sweep();
  expect(await countAll(tenant)).toEqual({ spins: 0, prizes: 0, players: 1 });
  expect(await spin(tenant, rouletteId, "u-1")).toMatchObject({ status: 409 });
  await spin(tenant, rouletteId, "u-2");
  expect(await collection<Spin>(tenant, "spins").find({})).toMatchObject([{ number: 3 }]);
  expect(await listProblems(tenant)).toEqual([]);
  // A changed counter is still reported.
  await collection<Player>(tenant, "players").updateOne({ userId: "u-1" }, { $inc: { removedWins: 1 } });
  expect(await listProblems(tenant)).toHaveLength(1);
});

test("the spins of many roulettes are found once each, also when a search ends within one roulette", async () => {
  const tenant = service.newTenant();
  const lose = [giftRequest("Perder", { probability: 1 }), giftRequest("Points", { probability: 0 })];
  for (let count = 0; count < 25; count += 1) {
    const rouletteId = await createRoulette(tenant, { name: `R ${count}`, gifts: lose, maxWins: 9 });
    if (count % 3 === 0) for (let times = 0; times < 3; times += 1) await spin(tenant, rouletteId, "u-1");
  }
  const found: string[] = [];
  const before = new Date(Date.now() + 1000);
  for (let after: string | undefined = ""; after !== undefined;) {
    const part: FoundHistory = await spinHistory.find(tenant.scope(), { before, after, limit: 2 });
    found.push(...part.groups.map(([{ record }]) => record._id));
    after = part.next;
  }
  expect(found).toHaveLength(27);
  expect(new Set(found).size).toBe(27);
});

test("spins that retention deletes during the erasure of their player are counted for the tombstone of the player", async () => {
  const retention = await createTestRetention(roulettes, service.running);
  const tenant = service.newTenant();
  const rouletteId = await createRoulette(tenant, { gifts, maxWins: 9 });
  for (let count = 0; count < 4; count += 1) await spin(tenant, rouletteId, "u-1");
  for (const { _id: prizeId } of await collection<Prize>(tenant, "prizes").find({}))
    await tenant.rpc.approvePrizeClaim({ prizeId });
  // The state within an erasure: spins and prizes are changed, the player is not.
  const tombstone = "erased_1";
  for (const name of ["spins", "prizes"])
    for (const { _id } of await collection<Spin>(tenant, name).find({}))
      await collection<Spin>(tenant, name).updateOne({ _id }, { $set: { userId: tombstone } });
  await retention.setRules(tenant.call(), { spins: { mode: "delete", days: 0 } });
  await retention.sweep();
  const { db } = service.running.context;
  const [player] = await collection<Player>(tenant, "players").find({ userId: "u-1" });
  if (!player) throw new Error("there is no player");
  await db.transaction(tenant.call(), (scope) =>
    moveToTombstone({ db, scope, tombstone, isOfPerson: () => true }, player),
  );
  expect(await collection<Player>(tenant, "players").find({})).toMatchObject([
    { userId: tombstone, rouletteId, spins: 4, removedSpins: 4, wins: player.wins, removedWins: player.wins },
  ]);
  expect(await listProblems(tenant)).toEqual([]);
});

test("a rule with more days also applies to a spin that is being archived, even when its prize was claimed", async () => {
  let change: (() => Promise<void>) | undefined;
  const { store, ...retention } = await createTestRetention(roulettes, service.running, {
    wrapStore: (folder) => ({
      ...folder,
      async get(name) {
        await change?.();
        return folder.get(name);
      },
    }),
  });
  const tenant = service.newTenant();
  const rouletteId = await createRoulette(tenant, {
    gifts: [giftRequest("Points"), giftRequest("Perder", { probability: 0 })],
  });
  await spin(tenant, rouletteId, "u-1");
  const [prize] = await collection<Prize>(tenant, "prizes").find({});
  await tenant.rpc.approvePrizeClaim({ prizeId: prize?._id ?? "" });
  await collection<Spin>(tenant, "spins").updateOne({ prizeId: prize?._id }, { $set: { createdAt: new Date(0) } });
  await retention.setRules(tenant.call(), { spins: { mode: "archive", days: 0 } });
  change = () => retention.setRules(tenant.call(), { spins: { mode: "archive", days: 1 } });
  await retention.sweep();
  change = undefined;
  expect(await countAll(tenant)).toEqual({ spins: 1, prizes: 1, players: 1 });
  expect(await store.list(`${tenant.businessId}/`)).toEqual([]);
});
