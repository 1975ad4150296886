import { startTestService, type TestService } from "@tenant-ops/kit/testing";
import type { RoulettesService } from "@tenant-ops/proto/roulettes";
import { afterAll, beforeAll, expect, test } from "vitest";
import { roulettes } from "../roulettes.js";
import { createRoulette, spin } from "../testing.js";
import { spinHistory } from "./spin-history.js";

let service: TestService<typeof RoulettesService>;
beforeAll(async () => void (service = await startTestService(roulettes)));
afterAll(() => service.close());

test("history is searched roulette by roulette, in pages", async () => {
  const tenant = service.newTenant();
  const rouletteIds = [await createRoulette(tenant), await createRoulette(tenant)];
  for (const rouletteId of rouletteIds) await spin(tenant, rouletteId, "u-1");
  const before = new Date(Date.now() + 60_000);
  const searched: string[] = [];
  for (let after: string | undefined = ""; after !== undefined;) {
    const { next } = await spinHistory.find(tenant.scope(), { before, after, limit: 1 });
    if (next) searched.push((JSON.parse(next) as { rouletteId: string }).rouletteId);
    after = next;
  }
  expect([...new Set(searched)]).toEqual(rouletteIds);
});
