import { listCountDifferences, readCounted, startTestService, type TestService } from "@tenant-ops/kit/testing";
import type { RoulettesService } from "@tenant-ops/proto/roulettes";
import { prizes, spins as spinCounts } from "@tenant-ops/rest/analytics";
import { afterAll, beforeAll, expect, test } from "vitest";
import { countSources } from "./daily-counts.js";
import { send } from "./http.testing.js";
import { roulettes } from "./roulettes.js";
import { createRoulette, giftRequest, spin } from "./testing.js";

let service: TestService<typeof RoulettesService>;
beforeAll(async () => void (service = await startTestService(roulettes)));
afterAll(() => service.close());

const path = "/v1/public/roulettes/daily-counts";

test("spins, prizes won and prizes claimed are counted once, also when they are sent twice and at once", async () => {
  const tenant = service.newTenant();
  const gifts = [giftRequest("Points"), giftRequest("Perder")];
  const rouletteId = await createRoulette(tenant, { gifts, maxWins: 9 });
  const users = Array.from({ length: 20 }, (_, index) => `user-${index}`);
  const spins = await Promise.all(
    users.flatMap((user) => [spin(tenant, rouletteId, user, user), spin(tenant, rouletteId, user, user)]),
  );
  const prizeIds = [...new Set(spins.flatMap(({ answer }) => answer.prizeId ?? []))];
  const claimed = prizeIds.slice(0, 3);
  await Promise.all(claimed.flatMap((id) => [1, 2].map(() => send(tenant, "POST", `/v1/public/prizes/${id}/claim`))));
  const { status, body } = await send(tenant, "GET", path);
  expect([status, body["totals"]]).toEqual([
    200,
    { spins: 20, prizesWon: prizeIds.length, prizesClaimed: claimed.length },
  ]);
  const wins = prizeIds.length;
  expect(await readCounted(tenant, spinCounts)).toMatchObject([{ counts: { spins: 20, wins } }]);
  expect(await readCounted(tenant, prizes)).toMatchObject([{ counts: { won: wins, claimed: claimed.length } }]);
  const byGift = await readCounted(tenant, spinCounts, ["roulette", "gift"]);
  expect(byGift.map(({ values }) => values)).toEqual([0, 1].map((index) => [rouletteId, `${rouletteId}:${index}`]));
  expect(byGift.flatMap(({ labels }) => labels)).not.toContain("");
  expect(await readCounted(service.newTenant(), prizes)).toEqual([]);
  expect(await listCountDifferences(service.running.context.db, tenant.businessId, countSources)).toEqual([]);
  const other = await send(service.newTenant(), "GET", path);
  expect(other.body["totals"]).toEqual({ spins: 0, prizesWon: 0, prizesClaimed: 0 });
});
