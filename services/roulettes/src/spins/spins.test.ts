import { eventually, startTestService, type TestService } from "@tenant-ops/kit/testing";
import { PrizeWonSchema, type RoulettesService, SpinCompletedSchema } from "@tenant-ops/proto/roulettes";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { roulettes } from "../roulettes.js";
import type { SpinReply } from "./spins.replies.js";
import {
  giftRequest,
  itemRequest,
  createRoulette,
  premium,
  type RoulettesTenant,
  spin,
  type SpinResponse,
  stored,
} from "../testing.js";

let service: TestService<typeof RoulettesService>;
beforeAll(async () => void (service = await startTestService(roulettes)));
afterAll(() => service.close());

const lose = giftRequest("Perder", { probability: 1 });
const never = giftRequest("Perder", { probability: 0 });
const users = (count: number) => Array.from({ length: count }, (_, index) => `user-${index}`);
const wonIn = (spun: readonly SpinResponse[]) => spun.filter(({ answer }) => answer.result === "won");

/** What must be true of a roulette after any number of parallel spins. */
async function expectConsistentCounts(tenant: RoulettesTenant, rouletteId: string, quantityAtFirst: number) {
  const { roulette, spins, prizes, players } = await stored(tenant, rouletteId);
  expect(roulette.totalSpins).toBe(spins.length);
  expect(spins.map(({ number }) => number)).toEqual(spins.map((_, index) => index + 1));
  expect(prizes.length).toBe(spins.filter(({ result }) => result === "won").length);
  expect(roulette.gifts[0]?.quantity).toBe(
    quantityAtFirst - spins.filter(({ gift, result }) => result === "won" && gift.index === 0).length,
  );
  expect(roulette.gifts[0]?.quantity).toBeGreaterThanOrEqual(0);
  expect(players.reduce((sum, player) => sum + player.spins, 0)).toBe(spins.length);
  expect(players.reduce((sum, player) => sum + player.wins, 0)).toBe(prizes.length);
  expect(Math.max(...players.map(({ wins }) => wins))).toBeLessThanOrEqual(roulette.maxWins);
}

describe("POST /v1/public/roulettes/{id}/spins", () => {
  test("a win answers gift, prize, text and remaining wins, and is counted, stored and published", async () => {
    const tenant = service.newTenant();
    const { id: itemId } = await tenant.rpc.createItem(itemRequest({ availableStock: 4 }));
    const prize = giftRequest("Fisico", { value: "Termo", itemId, quantity: 2, emoji: "🎁" });
    const rouletteId = await createRoulette(tenant, { gifts: [prize, never], maxWins: 3, ...premium });

    const { status, answer } = await spin(tenant, rouletteId, "ana");

    expect(status).toBe(201);
    expect(answer).toEqual({
      _id: expect.stringMatching(/^spn_/) as string,
      rouletteId,
      userId: "ana",
      number: 1,
      result: "won",
      gift: {
        index: 0,
        value: "Termo",
        message: "You got Fisico",
        emoji: "🎁",
        typeOfGift: { _id: prize.typeOfGift?.id, name: "Fisico" },
      },
      drawnIndex: 0,
      prizeId: expect.stringMatching(/^prz_/) as string,
      prizeExpiresAt: expect.stringMatching(/Z$/) as string,
      text: "You won",
      animationSeconds: 5,
      winsLeft: 2,
      createdAt: expect.stringMatching(/Z$/) as string,
    });
    const { roulette, items } = await stored(tenant, rouletteId);
    expect(roulette.totalSpins).toBe(1);
    expect(roulette.gifts[0]?.quantity).toBe(1);
    expect(items[0]?.availableStock).toBe(3);
    const { _id: spinId, prizeId, prizeExpiresAt } = answer;
    const published = { spinId, rouletteId, userId: "ana", giftIndex: 0, typeOfGift: "Fisico", prizeId };
    expect(await tenant.events(SpinCompletedSchema)).toMatchObject([{ ...published, result: "won" }]);
    expect(await tenant.events(PrizeWonSchema)).toMatchObject([{ ...published, itemId, expiresAt: prizeExpiresAt }]);
  });

  test("a loss has no prize, counts as a spin and is published", async () => {
    const tenant = service.newTenant();
    const rouletteId = await createRoulette(tenant, { gifts: [lose] });
    const { answer } = await spin(tenant, rouletteId, "ana");
    expect(answer).toMatchObject({ result: "lost", text: "Not today", animationSeconds: 3, winsLeft: 1 });
    expect(answer).not.toHaveProperty("prize");
    expect((await tenant.rpc.getRoulette({ rouletteId })).totalSpins).toBe(1);
    const [event, ...others] = await tenant.events(SpinCompletedSchema);
    expect(others).toEqual([]);
    expect(event).toMatchObject({ result: "lost", typeOfGift: "Perder", prizeId: "" });
    expect(await tenant.events(PrizeWonSchema)).toEqual([]);
  });

  test("a prize of a type without expiry never expires", async () => {
    const tenant = service.newTenant();
    const rouletteId = await createRoulette(tenant, { gifts: [giftRequest("Points"), never] });
    expect((await spin(tenant, rouletteId, "ana")).answer).toMatchObject({ result: "won", prizeExpiresAt: null });
  });

  test("an item whose stock is not tracked keeps its stock", async () => {
    const tenant = service.newTenant();
    const { id: itemId } = await tenant.rpc.createItem(itemRequest({ availableStock: 1, trackStock: false }));
    const rouletteId = await createRoulette(tenant, { gifts: [giftRequest("Fisico", { itemId, quantity: 2 }), never] });
    const spun = [
      await spin(tenant, rouletteId, "ana"),
      await spin(tenant, rouletteId, "eva"),
      await spin(tenant, rouletteId, "leo"),
    ];
    expect(spun.map(({ answer }) => answer.result)).toEqual(["won", "won", "lost"]);
    expect((await stored(tenant, rouletteId)).items[0]?.availableStock).toBe(1);
  });

  test("a repeated key gets the same answer without a second spin", async () => {
    const tenant = service.newTenant();
    const rouletteId = await createRoulette(tenant, { gifts: [giftRequest("Points"), never] });
    const first = await spin(tenant, rouletteId, "ana", "key-1");
    const again = await spin(tenant, rouletteId, "ana", "key-1");
    expect(again).toEqual({ ...first, replayed: true });
    expect(first.replayed).toBe(false);
    expect((await stored(tenant, rouletteId)).spins).toHaveLength(1);
  });

  test("16 parallel requests with the same key are one spin with one answer", async () => {
    const tenant = service.newTenant();
    const rouletteId = await createRoulette(tenant, { gifts: [giftRequest("Points"), lose], maxWins: 50 });
    const spun = await Promise.all(Array.from({ length: 16 }, () => spin(tenant, rouletteId, "ana", "key-1")));
    expect(new Set(spun.map(({ answer }) => JSON.stringify(answer))).size).toBe(1);
    expect((await stored(tenant, rouletteId)).spins).toHaveLength(1);
    expect(await tenant.events(SpinCompletedSchema)).toHaveLength(1);
  });

  test("a key used for another user is refused", async () => {
    const tenant = service.newTenant();
    const rouletteId = await createRoulette(tenant, { gifts: [lose] });
    await spin(tenant, rouletteId, "ana", "key-1");
    expect(await spin(tenant, rouletteId, "eva", "key-1")).toMatchObject({
      status: 422,
      error: "idempotency_conflict",
    });
  });

  test("a request without an Idempotency-Key is refused", async () => {
    const tenant = service.newTenant();
    const rouletteId = await createRoulette(tenant);
    const response = await tenant.http("POST", `/v1/public/roulettes/${rouletteId}/spins`, {
      body: { userId: "ana" },
    });
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ error: "idempotency_key_required" });
    expect((await stored(tenant, rouletteId)).spins).toEqual([]);
  });

  test.each([
    [{}],
    [{ userId: "" }],
    [{ userId: "  " }],
    [{ userId: { $ne: null } }],
    [{ userId: 7 }],
    [{ userId: "x".repeat(201) }],
    [{ userId: "ana", wins: 9 }],
    [[]],
  ])("refuses the body %j", async (body) => {
    const tenant = service.newTenant();
    const rouletteId = await createRoulette(tenant);
    const headers = { "idempotency-key": "key" };
    const response = await tenant.http("POST", `/v1/public/roulettes/${rouletteId}/spins`, { body, headers });
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ error: "invalid_argument" });
  });

  test("an inactive roulette is refused, and the same request with the same key succeeds once it is active", async () => {
    const tenant = service.newTenant();
    const rouletteId = await createRoulette(tenant, { isActive: false });
    expect(await spin(tenant, rouletteId, "ana", "key")).toMatchObject({ status: 409, error: "roulette_inactive" });
    await tenant.http("PATCH", `/v1/public/roulettes/${rouletteId}`, { body: { isActive: true } });
    expect(await spin(tenant, rouletteId, "ana", "key")).toMatchObject({ status: 201 });
  });

  test("a user with max_wins prizes is refused without a draw or a count; other users can still spin", async () => {
    const tenant = service.newTenant();
    const rouletteId = await createRoulette(tenant, { gifts: [giftRequest("Points"), never], maxWins: 2 });
    const left = [await spin(tenant, rouletteId, "ana"), await spin(tenant, rouletteId, "ana")];
    expect(left.map(({ answer }) => answer.winsLeft)).toEqual([1, 0]);
    expect(await spin(tenant, rouletteId, "ana")).toMatchObject({ status: 409, error: "max_wins_reached" });
    expect((await tenant.rpc.getRoulette({ rouletteId })).totalSpins).toBe(2);
    expect(await spin(tenant, rouletteId, "eva")).toMatchObject({ status: 201 });
  });

  test("a roulette of another business gets the same answer as an unknown one", async () => {
    const owner = service.newTenant();
    const rouletteId = await createRoulette(owner);
    const otherTenant = service.newTenant();
    const answers = await Promise.all(
      [rouletteId, "rlt_01jzzzzzzzzzzzzzzzzzzzzzzz"].map(async (id) => {
        const { status, error, detail } = await spin(otherTenant, id, "ana");
        return { status, error, detail: detail?.replaceAll(id, "<id>") };
      }),
    );
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]).toMatchObject({ status: 404, error: "roulette_not_found" });
    expect((await stored(owner, rouletteId)).spins).toEqual([]);
  });

  test("a user's first spin of a roulette is drawn among the guaranteed gifts, later ones are not", async () => {
    const tenant = service.newTenant();
    const welcome = giftRequest("Points", { value: "Welcome", probability: 0, guaranteedForFirstTimers: true });
    const rouletteId = await createRoulette(tenant, { gifts: [welcome, lose], maxWins: 5 });
    const spun = await Promise.all(users(10).map((user) => spin(tenant, rouletteId, user)));
    expect(new Set(spun.map(({ answer }) => answer.gift.value))).toEqual(new Set(["Welcome"]));
    expect((await spin(tenant, rouletteId, "user-0")).answer.result).toBe("lost");
  });

  test("a used-up gift is replaced by its fallback and then by a Perder", async () => {
    const tenant = service.newTenant();
    const gifts = [
      giftRequest("Points", { value: "Rare", quantity: 1, fallback: "Common" }),
      giftRequest("Points", { value: "Common", probability: 0, quantity: 1 }),
      never,
    ];
    const rouletteId = await createRoulette(tenant, { gifts });
    const spun: SpinReply[] = [];
    for (const user of users(3)) spun.push((await spin(tenant, rouletteId, user)).answer);
    expect(spun.map(({ gift }) => gift.value)).toEqual(["Rare", "Common", "Perder"]);
  });
});

describe("64 parallel spins", () => {
  test("never win more than quantity", async () => {
    const tenant = service.newTenant();
    const rouletteId = await createRoulette(tenant, { gifts: [giftRequest("Points", { quantity: 10 }), never] });
    const spun = await Promise.all(users(64).map((user) => spin(tenant, rouletteId, user)));
    expect(spun.map(({ status }) => status)).toEqual(spun.map(() => 201));
    expect(wonIn(spun)).toHaveLength(10);
    await expectConsistentCounts(tenant, rouletteId, 10);
    expect(await tenant.events(SpinCompletedSchema)).toHaveLength(64);
    expect(await tenant.events(PrizeWonSchema)).toHaveLength(10);
  });

  test("never take more than the stock of an item that two roulettes share", async () => {
    const tenant = service.newTenant();
    const { id: itemId } = await tenant.rpc.createItem(itemRequest({ availableStock: 7 }));
    const gifts = [giftRequest("Fisico", { itemId, quantity: 100 }), never];
    const wheels = [await createRoulette(tenant, { gifts }), await createRoulette(tenant, { gifts })];
    const spun = await Promise.all(users(64).map((user, index) => spin(tenant, wheels[index % 2] ?? "", user)));
    expect(spun.map(({ status }) => status)).toEqual(spun.map(() => 201));
    expect(wonIn(spun)).toHaveLength(7);
    expect((await stored(tenant, wheels[0] ?? "")).items[0]?.availableStock).toBe(0);
    for (const rouletteId of wheels) await expectConsistentCounts(tenant, rouletteId, 100);
  });

  test("never let one user win more than max_wins", async () => {
    const tenant = service.newTenant();
    const rouletteId = await createRoulette(tenant, {
      gifts: [giftRequest("Points", { quantity: 100 }), never],
      maxWins: 3,
    });
    const spun = await Promise.all(users(64).map(() => spin(tenant, rouletteId, "ana")));
    expect(wonIn(spun)).toHaveLength(3);
    const refused = spun.filter(({ status }) => status === 409);
    expect(new Set(refused.map(({ error }) => error))).toEqual(new Set(["max_wins_reached"]));
    expect(refused).toHaveLength(61);
    await expectConsistentCounts(tenant, rouletteId, 100);
  });

  test("never win a gift again before winInterval other spins", async () => {
    const tenant = service.newTenant();
    const gift = giftRequest("Points", { quantity: 100, winInterval: 9 });
    const rouletteId = await createRoulette(tenant, { gifts: [gift, never] });
    await Promise.all(users(64).map((user) => spin(tenant, rouletteId, user)));
    const { spins } = await stored(tenant, rouletteId);
    const won = spins.filter(({ result }) => result === "won").map(({ number }) => number);
    expect(won).toEqual([1, 11, 21, 31, 41, 51, 61]);
    await expectConsistentCounts(tenant, rouletteId, 100);
  });

  test("keep these limits when two processes serve them", async () => {
    const { MONGODB_DATABASE } = service.running.context.config as { MONGODB_DATABASE?: string };
    const other = await startTestService(roulettes, { MONGODB_DATABASE: MONGODB_DATABASE ?? "" });
    const tenant = service.newTenant();
    const twin = other.newTenant(tenant.caller);
    const { id: itemId } = await tenant.rpc.createItem(itemRequest({ availableStock: 6 }));
    const gift = giftRequest("Fisico", { itemId, quantity: 9, winInterval: 4 });
    const rouletteId = await createRoulette(tenant, { gifts: [gift, never], maxWins: 2 });

    const spun = await Promise.all(
      Array.from({ length: 64 }, (_, index) => spin(index % 2 ? tenant : twin, rouletteId, `user-${index % 8}`)),
    );

    expect(spun.filter(({ status }) => status >= 500)).toEqual([]);
    const { spins, items } = await stored(tenant, rouletteId);
    const won = spins.filter(({ result }) => result === "won").map(({ number }) => number);
    expect(won).toEqual([1, 6, 11, 16, 21, 26]);
    expect(items[0]?.availableStock).toBe(0);
    await expectConsistentCounts(tenant, rouletteId, 9);
    await other.close();
  });
});

describe("GET /v1/public/roulettes/{id}/spins", () => {
  const list = async (tenant: RoulettesTenant, path: string) => {
    const response = await tenant.http("GET", path);
    type Answer = {
      items: { _id: string; userId: string }[];
      count: number;
      has_more: boolean;
      next_cursor?: string;
    };
    return { status: response.status, body: (await response.json()) as Answer & { error?: string; detail?: string } };
  };

  test("lists all spins page by page, newest first, or those of one user", async () => {
    const tenant = service.newTenant();
    const rouletteId = await createRoulette(tenant, { gifts: [lose] });
    const spun: string[] = [];
    for (const user of ["ana", "eva", "ana"]) spun.unshift((await spin(tenant, rouletteId, user)).answer._id);
    const path = `/v1/public/roulettes/${rouletteId}/spins`;

    const first = await list(tenant, `${path}?limit=2`);
    const second = await list(tenant, `${path}?limit=2&cursor=${first.body.next_cursor}`);
    expect([...first.body.items, ...second.body.items].map(({ _id }) => _id)).toEqual(spun);
    expect([first.body.has_more, second.body.has_more]).toEqual([true, false]);

    const own = await list(tenant, `${path}?userId=ana`);
    expect(own.body.items.map(({ userId }) => userId)).toEqual(["ana", "ana"]);
  });

  test("shows one spin as the answer to it did, also after later spins and changes of the roulette", async () => {
    const tenant = service.newTenant();
    const rouletteId = await createRoulette(tenant, { gifts: [giftRequest("Points"), never], maxWins: 3 });
    const { answer } = await spin(tenant, rouletteId, "ana");
    await spin(tenant, rouletteId, "ana");
    await tenant.rpc.approveUpdateRoulette({ rouletteId, textToWin: "Other", timeToWin: 9, maxWins: 9 });
    const path = `/v1/public/roulettes/${rouletteId}/spins`;
    expect(await list(tenant, `${path}/${answer._id}`)).toEqual({ status: 200, body: answer });
    expect((await list(tenant, path)).body.items[1]).toEqual(answer);
  });

  test("filters by day", async () => {
    const tenant = service.newTenant();
    const rouletteId = await createRoulette(tenant, { gifts: [lose] });
    await spin(tenant, rouletteId, "ana");
    const path = `/v1/public/roulettes/${rouletteId}/spins`;
    expect((await list(tenant, `${path}?dateTo=2020-12-31`)).body.count).toBe(0);
    expect((await list(tenant, `${path}?dateFrom=2020-01-01&dateTo=2100-12-31`)).body.count).toBe(1);
    expect((await list(tenant, `${path}?dateFrom=2026-02-30`)).status).toBe(422);
  });

  test("a spin of another roulette, of another business and an unknown one are answered alike", async () => {
    const tenant = service.newTenant();
    const [rouletteId, otherId] = [await createRoulette(tenant), await createRoulette(tenant)];
    const own = (await spin(tenant, otherId, "ana")).answer._id;
    const owner = service.newTenant();
    const foreignRoulette = await createRoulette(owner);
    const foreign = (await spin(owner, foreignRoulette, "ana")).answer._id;
    const answers = await Promise.all(
      [
        [rouletteId, own],
        [rouletteId, foreign],
        [foreignRoulette, foreign],
        [rouletteId, "spn_missing"],
      ].map(async ([roulette = "", id = ""]) => {
        const { status, body } = await list(tenant, `/v1/public/roulettes/${roulette}/spins/${id}`);
        return JSON.stringify([status, body.error, body.detail]).replaceAll(id, "<id>");
      }),
    );
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toContain('[404,"spin_not_found"');
    expect(answers[0]).toContain("GET /v1/public/roulettes/{id}/spins lists the valid ids.");
  });

  test("refuses a limit out of range and an unknown filter", async () => {
    const tenant = service.newTenant();
    const rouletteId = await createRoulette(tenant);
    for (const query of ["limit=0", "limit=501", "user=ana", "cursor=nonsense"]) {
      expect((await list(tenant, `/v1/public/roulettes/${rouletteId}/spins?${query}`)).status).toBe(422);
    }
  });

  test("does not list spins of another business", async () => {
    const owner = service.newTenant();
    const rouletteId = await createRoulette(owner, { gifts: [lose] });
    await spin(owner, rouletteId, "ana");
    const { status, body } = await list(service.newTenant(), `/v1/public/roulettes/${rouletteId}/spins`);
    expect({ status, error: body.error }).toEqual({ status: 404, error: "roulette_not_found" });
  });
});

describe("roulettes_list_spins", () => {
  test("lists the spins of a roulette page by page, newest first, by user and by day", async () => {
    const tenant = service.newTenant();
    const rouletteId = await createRoulette(tenant, { gifts: [lose] });
    const spun: string[] = [];
    for (const user of ["ana", "eva", "ana"]) spun.unshift((await spin(tenant, rouletteId, user)).answer._id);

    const first = await tenant.rpc.listSpins({ rouletteId, limit: 2 });
    const second = await tenant.rpc.listSpins({ rouletteId, limit: 2, cursor: first.nextCursor });
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(spun);
    expect([first.hasMore, second.hasMore]).toEqual([true, false]);
    expect(first.items[0]).toMatchObject({
      rouletteId,
      userId: "ana",
      number: 3,
      result: "lost",
      gift: { index: 0, value: "Perder", typeOfGift: { name: "Perder" } },
      drawnIndex: 0,
      prizeId: "",
    });
    const countOf = async (filter: object) => (await tenant.rpc.listSpins({ rouletteId, ...filter })).count;
    expect(await countOf({ userId: "ana" })).toBe(2);
    expect(await countOf({ userId: "", dateFrom: "", dateTo: "" })).toBe(3);
    expect(await countOf({ dateTo: "2020-12-31" })).toBe(0);
    expect(await countOf({ dateFrom: "2020-01-01", dateTo: "2100-12-31" })).toBe(3);
  });

  test("a won spin names its prize", async () => {
    const tenant = service.newTenant();
    const rouletteId = await createRoulette(tenant, { gifts: [giftRequest("Points"), never] });
    const { answer } = await spin(tenant, rouletteId, "ana");
    const { items } = await tenant.rpc.listSpins({ rouletteId });
    expect(items).toMatchObject([{ result: "won", prizeId: answer.prizeId }]);
  });

  test.each([{ limit: 0 }, { limit: 501 }, { cursor: "x" }, { dateFrom: "2026-02-30" }])(
    "refuses %j",
    async (wrong) => {
      const tenant = service.newTenant();
      const rouletteId = await createRoulette(tenant);
      await expect(tenant.rpc.listSpins({ rouletteId, ...wrong })).rejects.toMatchObject({
        code: expect.stringMatching(/^invalid_(argument|cursor)$/) as string,
      });
    },
  );

  test("a roulette of another business is not found", async () => {
    const owner = service.newTenant();
    const rouletteId = await createRoulette(owner, { gifts: [lose] });
    await spin(owner, rouletteId, "ana");
    await expect(service.newTenant().rpc.listSpins({ rouletteId })).rejects.toMatchObject({
      code: "roulette_not_found",
    });
  });
});

test("a request without a call context of the gateway is refused", async () => {
  const tenant = service.newTenant();
  const rouletteId = await createRoulette(tenant);
  const response = await fetch(`${service.httpUrl}/v1/public/roulettes/${rouletteId}/spins`, {
    method: "POST",
    headers: { "content-type": "application/json", "idempotency-key": "k" },
    body: JSON.stringify({ userId: "ana" }),
  });
  expect(response.status).toBe(401);
  await eventually(async () => expect((await stored(tenant, rouletteId)).spins).toEqual([]));
});
