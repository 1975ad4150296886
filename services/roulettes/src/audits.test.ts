import { listAuditProblems, startTestService, type TestService } from "@tenant-ops/kit/testing";
import type { RoulettesService } from "@tenant-ops/proto/roulettes";
import { afterAll, beforeAll, expect, test } from "vitest";
import { rouletteAudits } from "./audits.js";
import { roulettes } from "./roulettes.js";
import type { Roulette } from "./roulettes.types.js";
import type { Player } from "./spins.types.js";
import { createRoulette, giftRequest, spin } from "./testing.js";

let service: TestService<typeof RoulettesService>;
beforeAll(async () => void (service = await startTestService(roulettes)));
afterAll(() => service.close());

test("spins, wins and prizes add up while people spin; a counter that was changed without them is found", async () => {
  const tenant = service.newTenant();
  const gifts = [giftRequest("Points", { probability: 1 }), giftRequest("Perder", { probability: 1 })];
  const rouletteId = await createRoulette(tenant, { gifts, maxWins: 99 });
  const audit = () => listAuditProblems(service.running.context.db, rouletteAudits, tenant.businessId);
  const spins = Array.from({ length: 20 }, (_, index) => spin(tenant, rouletteId, `u-${index % 3}`));
  expect((await audit()).problems).toEqual([]);
  await Promise.all(spins);
  expect(await audit()).toEqual({ counts: [1, 3, 1], problems: [] });

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
