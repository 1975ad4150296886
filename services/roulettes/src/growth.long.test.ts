import { randomBytes } from "node:crypto";
import { newId, toPersonWords } from "@tenant-ops/kit/data";
import {
  callRpc,
  examinedDuring,
  readsDuring,
  seedDatabase,
  startTestService,
  type TestService,
} from "@tenant-ops/kit/testing";
import { RoulettesService } from "@tenant-ops/proto/roulettes";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Item } from "./gifts/items.rules.js";
import type { Prize } from "./prizes/prizes.rules.js";
import { roulettes } from "./roulettes.js";
import type { Roulette } from "./roulettes/roulettes.rules.js";
import type { Player } from "./spins/players.rules.js";
import type { Spin } from "./spins/spins.rules.js";
import { rouletteRequest, type RoulettesTenant, storedGift, storedItem, storedRoulette } from "./testing.js";

// A business with 100,000 rows in every collection that grows. What a call reads into the process is bounded, because decoding
// it holds the event loop, and all other businesses wait meanwhile (docs/decisions/0020-campaign-totals-and-quotas.md).

const rows = 100_000;
/** A page of 500, one row more, and the records that they name. */
const documentsMax = 1100;
const bytesAtOnceMax = 1_000_000;

const businessId = newId("biz");
const database = `test_growth_roulettes_${randomBytes(4).toString("hex")}`;
let service: TestService<typeof RoulettesService>;
let tenant: RoulettesTenant;

const pad = (number: number) => String(number).padStart(6, "0");
const timeOf = (number: number) => new Date(Date.UTC(2026, 0, 1) + number * 60_000);
const toOwned = (number: number) => ({ businessId, createdAt: timeOf(number), createdBy: "key_1" });

type Row<T> = T & { businessId: string };

/** The newest 600 roulettes have as many gifts as a roulette can have, and long terms. */
const roulette = (number: number): Row<Roulette> => {
  const isWide = number >= rows - 600;
  const lose = storedGift("Perder");
  return {
    ...storedRoulette({
      _id: `rlt_${pad(number)}`,
      name: `Roulette ${number}`,
      gifts: isWide ? Array.from({ length: 100 }, () => ({ ...lose, message: "x".repeat(200) })) : [lose],
      termsAndConditions: "x".repeat(isWide ? 10_000 : 10),
      isActive: true,
      totalSpins: number === rows - 1 ? rows : 0,
    }),
    ...toOwned(number),
  };
};
const item = (number: number): Row<Item> => ({
  ...storedItem({ _id: `itm_${pad(number)}`, name: `Item ${number}`, description: "x".repeat(500) }),
  ...toOwned(number),
});
const rouletteId = `rlt_${pad(rows - 1)}`;
const drawn = { index: 0, value: "Sigue", message: "Esta vez no", typeOfGift: storedGift("Perder").typeOfGift };
const anaWords = toPersonWords({ fullName: "Ana Pérez", email: "ana@example.com" });
const zoeWords = toPersonWords({ fullName: "Zoé Pérez" });
const spin = (number: number): Row<Spin> => ({
  _id: `spn_${pad(number)}`,
  rouletteId,
  userId: "u-1",
  words: number === 7 ? zoeWords : anaWords,
  number: number + 1,
  result: "lost",
  gift: drawn,
  drawnIndex: 0,
  text: "Not today",
  animationSeconds: 3,
  winsLeft: 1,
  ...toOwned(number),
});
const prize = (number: number): Row<Prize> => ({
  _id: `prz_${pad(number)}`,
  spinId: `spn_${pad(number)}`,
  rouletteId,
  userId: "u-1",
  words: number === 7 ? zoeWords : anaWords,
  gift: drawn,
  code: `${pad(number).slice(0, 4)}-${pad(number).slice(4)}XX`,
  status: "won",
  // Every second one expires, after the test.
  expiresAt: number % 2 === 0 ? null : new Date(Date.UTC(2099, 0, 1) + number * 60_000),
  claimedAt: null,
  expiredAt: null,
  ...toOwned(number),
});
const player = (number: number): Row<Player> => ({
  _id: `${rouletteId}|u-${number}`,
  businessId,
  rouletteId,
  userId: `u-${number}`,
  spins: 1,
  wins: 0,
});

beforeAll(async () => {
  await seedDatabase(database, {
    roulettes: { count: rows, toRow: roulette },
    items: { count: rows, toRow: item },
    spins: { count: rows, toRow: spin },
    prizes: { count: rows, toRow: prize },
    players: { count: rows, toRow: player },
  });
  const quotas = { QUOTA_ROULETTES: String(2 * rows), QUOTA_ITEMS: String(2 * rows) };
  service = await startTestService(roulettes, { MONGODB_DATABASE: database, ...quotas });
  tenant = service.newTenant({ businessId });
});
afterAll(() => service.close());

/** Values for fields of requests, by the name of the field. */
const values = {
  ...rouletteRequest(),
  limit: 500,
  rouletteId,
  id: rouletteId,
  prizeId: `prz_${pad(0)}`,
  userId: "u-1",
  availableStock: 1,
};

async function expectBoundedReads(call: () => Promise<unknown>): Promise<void> {
  const { documents, bytesAtOnce } = await readsDuring(service.running, businessId, call);
  expect(documents).toBeLessThanOrEqual(documentsMax);
  expect(bytesAtOnce).toBeLessThanOrEqual(bytesAtOnceMax);
}

test.each(RoulettesService.methods)("$name reads a bounded number of documents", async (method) => {
  const call = () => callRpc(tenant.rpc, method, values);
  // Some writes are refused, but only after the reads that are counted here.
  const isRead = /^(list|get)/.test(method.localName);
  await expectBoundedReads(() => (isRead ? call() : call().catch(() => undefined)));
});

test.each([
  "/v1/public/roulettes?limit=500",
  "/v1/public/roulettes?isActive=true&limit=500",
  "/v1/public/roulette-items?limit=500",
  "/v1/public/roulette-items?enabled_in_rewards=true&limit=500",
  `/v1/public/roulettes/${rouletteId}/spins/spn_${pad(0)}`,
  `/v1/public/roulettes/${rouletteId}/spins?limit=500`,
  `/v1/public/roulettes/${rouletteId}/spins?userId=u-1&limit=500`,
  "/v1/public/prizes?limit=500",
  `/v1/public/prizes?userId=u-1&rouletteId=${rouletteId}&status=won&limit=500`,
  `/v1/public/prizes/prz_${pad(0)}`,
  "/v1/public/prizes?code=0000-07XX&limit=500",
  "/v1/public/prizes?expiresBefore=2100-01-01T00:00:00Z&limit=500",
  "/v1/public/roulettes/daily-counts",
])("GET %s reads a bounded number of documents", (path) =>
  expectBoundedReads(async () => expect((await tenant.http("GET", path)).status).toBe(200)),
);

// Few rows or none match these filters: without an index that ends with the order of the list, a page would examine all other rows.
test.each([
  "/v1/public/roulettes?isActive=false&limit=500",
  "/v1/public/roulettes?soldOut=true&limit=500",
  "/v1/public/roulette-items?soldOut=true&limit=500",
  "/v1/public/roulette-items?soldOut=true&enabled_in_rewards=true&limit=500",
  // All, one and none.
  ...["PEREZ", "zoe%20perez", "nobody"].flatMap((search) => [
    `/v1/public/prizes?search=${search}&limit=500`,
    `/v1/public/roulettes/${rouletteId}/spins?search=${search}&limit=500`,
  ]),
  "/v1/public/roulettes?search=roulette&limit=500",
  "/v1/public/roulettes?search=roulette&isActive=false&limit=500",
  "/v1/public/roulette-items?search=item&limit=500",
  "/v1/public/roulette-items?search=item&enabled_in_rewards=false&limit=500",
  "/v1/public/roulette-items?enabled_in_rewards=false&limit=500",
  `/v1/public/roulettes/${rouletteId}/spins?userId=u-2&limit=500`,
  `/v1/public/roulettes/${rouletteId}/spins?dateTo=2025-12-31&limit=500`,
  "/v1/public/prizes?code=0000-07XX&limit=500",
  "/v1/public/prizes?expiresBefore=2100-01-01T00:00:00Z&limit=500",
  "/v1/public/prizes?userId=u-2&limit=500",
  "/v1/public/prizes?status=claimed&limit=500",
  `/v1/public/prizes?rouletteId=rlt_${pad(0)}&status=won&limit=500`,
  `/v1/public/prizes?rouletteId=${rouletteId}&status=expired&limit=500`,
  `/v1/public/prizes?userId=u-2&rouletteId=${rouletteId}&status=won&dateFrom=2026-01-01&limit=500`,
])("GET %s examines only rows that match its filter", async (path) => {
  const read = async () => expect((await tenant.http("GET", path)).status).toBe(200);
  expect(await examinedDuring(database, read, businessId)).toBeLessThanOrEqual(documentsMax);
});

test("a spin and a claim read a bounded number of documents", () =>
  expectBoundedReads(async () => {
    const spinning = { body: { userId: "u-2" }, headers: { "idempotency-key": "k" } };
    const spun = await tenant.http("POST", `/v1/public/roulettes/${rouletteId}/spins`, spinning);
    const claimed = await tenant.http("POST", `/v1/public/prizes/prz_${pad(1)}/claim`, { body: {} });
    expect([spun.status, claimed.status]).toEqual([201, 200]);
  }));
