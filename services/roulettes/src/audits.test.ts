import { listAuditProblems, startTestService, type TestService } from "@tenant-ops/kit/testing";
import type { RoulettesService } from "@tenant-ops/proto/roulettes";
import { afterAll, beforeAll, expect, test } from "vitest";
import { rouletteAudits } from "./audits.js";
import { roulettes } from "./roulettes.js";
import type { Item } from "./gifts/items.rules.js";
import type { Prize } from "./prizes/prizes.rules.js";
import type { Roulette } from "./roulettes/roulettes.rules.js";
import type { Player } from "./spins/players.rules.js";
import { createRoulette, giftRequest, itemRequest, spin } from "./testing.js";

let service: TestService<typeof RoulettesService>;
beforeAll(async () => void (service = await startTestService(roulettes)));
afterAll(() => service.close());

test("spins, wins and prizes add up while users spin; a counter that was changed without them is reported", async () => {
  const tenant = service.newTenant();
  const gifts = [giftRequest("Points", { probability: 1 }), giftRequest("Perder", { probability: 1 })];
  const rouletteId = await createRoulette(tenant, { gifts, maxWins: 99 });
  const audit = () => listAuditProblems(service.running.context.db, rouletteAudits, tenant.businessId);
  const spins = Array.from({ length: 20 }, (_, index) => spin(tenant, rouletteId, `u-${index % 3}`));
  expect((await audit()).problems).toEqual([]);
  const results = (await Promise.all(spins)).map(({ answer }) => answer.result);
  const countWins = () => results.filter((result) => result === "won").length;
  expect(await audit()).toEqual({ counts: [1, 3, 1, 3, countWins(), 0, 0], problems: [] });

  await tenant
    .scope()
    .collection<Roulette>("roulettes")
    .updateOne({ _id: rouletteId }, { $inc: { totalSpins: 1 } });
  await tenant
    .scope()
    .collection<Player>("players")
    .updateOne({ userId: "u-1" }, { $inc: { spins: 2 } });
  expect((await audit()).problems).toEqual([
    `${rouletteId} of ${tenant.businessId}: 21 spins were counted, 20 are there`,
    expect.stringMatching(/: 9 spins were counted, 7 are there$/),
  ]);
});

test("a deleted player who has spun is reported, because the user could spin as often again", async () => {
  const tenant = service.newTenant();
  const rouletteId = await createRoulette(tenant, {});
  await spin(tenant, rouletteId, "u-1");
  await tenant.scope().collection<Player>("players").deleteOne({ userId: "u-1" });
  const { problems } = await listAuditProblems(service.running.context.db, rouletteAudits, tenant.businessId);
  expect(problems).toEqual([`${rouletteId}|u-1 of ${tenant.businessId}: is named, and does not exist`]);
});

test("a win without its prize, a prize of another win, and a stock below zero are reported", async () => {
  const tenant = service.newTenant();
  const item = await tenant.rpc.createItem(itemRequest({ availableStock: 5, enabledInRewards: true }));
  const won = giftRequest("Fisico", { quantity: 9, itemId: item.id, probability: 1 });
  const gifts = [won, giftRequest("Perder", { probability: 0 })];
  const rouletteId = await createRoulette(tenant, { gifts, maxWins: 99 });
  for (const user of ["u-1", "u-2", "u-3"]) await spin(tenant, rouletteId, user);
  const audit = () => listAuditProblems(service.running.context.db, rouletteAudits, tenant.businessId);
  expect(await audit()).toEqual({ counts: [1, 3, 1, 3, 3, 1, 1], problems: [] });

  const collection = <T extends { _id: string }>(name: string) => tenant.scope().collection<T>(name);
  const [first, second] = await collection<Prize>("prizes").find({});
  await collection<Prize>("prizes").deleteOne({ _id: first?._id ?? "" });
  await collection<Prize>("prizes").updateOne({ _id: second?._id ?? "" }, { $set: { spinId: "spn_other" } });
  await collection<Item>("items").updateOne({ _id: item.id }, { $set: { availableStock: -1 } });
  await collection<Roulette>("roulettes").updateOne({ _id: rouletteId }, { $set: { "gifts.0.quantity": -2 } });
  const of = ` of ${tenant.businessId}`;
  const problems = [
    `${rouletteId}${of}: 3 spins won, 2 prizes are there`,
    `${rouletteId}${of}: a gift has -2 units left`,
    `${first?.spinId}${of}: won, and its prize ${first?._id} does not exist`,
    `${second?.spinId}${of}: won, and its prize ${second?._id} is of another spin, roulette or gift`,
    `${item.id}${of}: -1 units are in stock`,
  ];
  expect((await audit()).problems.toSorted()).toEqual(problems.toSorted());
});
