import { type Database, newId, type WriteScope } from "@tenant-ops/kit/data";
import { Refusal, unavailable } from "@tenant-ops/kit/errors";
import { createLogger } from "@tenant-ops/kit/telemetry";
import { eventually, startTestService, type TestService } from "@tenant-ops/kit/testing";
import { PrizeClaimedSchema, PrizeExpiredSchema, type RoulettesService } from "@tenant-ops/proto/roulettes";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createExpiryRound } from "./prizes.expiry.js";
import type { Prize } from "./prizes.rules.js";
import { roulettes } from "../roulettes.js";
import { giftRequest, createRoulette, premium, type RoulettesTenant, spin } from "../testing.js";

/** The expiry task runs so rarely that it does not run during a test. */
let service: TestService<typeof RoulettesService>;
beforeAll(async () => void (service = await startTestService(roulettes, { PRIZE_SWEEP_MS: "3600000" })));
afterAll(() => service.close());

interface PrizeAnswer {
  _id: string;
  userId: string;
  status: string;
  claimedAt: string | null;
  expiredAt: string | null;
  claimedNow?: boolean;
  error?: string;
  detail?: string;
}

const gifts = [giftRequest("Points"), giftRequest("Perder", { probability: 0 })];

async function givenPrize(tenant: RoulettesTenant, userId = "ana"): Promise<string> {
  const rouletteId = await createRoulette(tenant, { gifts, maxWins: 9, ...premium });
  const { answer } = await spin(tenant, rouletteId, userId);
  if (!answer.prizeId) throw new Error("nothing was won");
  return answer.prizeId;
}

const prizesOf = (tenant: RoulettesTenant) => tenant.scope().collection<Prize>("prizes");

/** As if the time until its expiry had passed. */
async function letTimePass(tenant: RoulettesTenant, prizeId: string): Promise<void> {
  const past = new Date(Date.now() - 1000);
  await prizesOf(tenant).updateOne({ _id: prizeId }, { $set: { expiresAt: past } });
  const timers = service.running.context.db.shared<{ _id: string; dueAt: Date }>("prizeTimers");
  await timers.updateOne({ _id: prizeId }, { $set: { dueAt: past } });
}

/** What the expiry task does, until nothing is due. */
async function expireAll(): Promise<void> {
  const runRound = createExpiryRound(service.running.context.db, createLogger("roulettes", "silent"));
  let hasMore = true;
  while (hasMore) hasMore = await runRound();
}

async function ask(tenant: RoulettesTenant, method: string, path: string, headers: Record<string, string> = {}) {
  const response = await tenant.http(method, path, { headers });
  return { status: response.status, body: (await response.json()) as PrizeAnswer };
}

const claim = (tenant: RoulettesTenant, prizeId: string, headers: Record<string, string> = {}) =>
  ask(tenant, "POST", `/v1/public/prizes/${prizeId}/claim`, headers);

describe("GET /v1/public/prizes?expiresBefore", () => {
  const list = async (tenant: RoulettesTenant, query: string) => {
    const response = await tenant.http("GET", `/v1/public/prizes?${query}`);
    const body = (await response.json()) as {
      items: PrizeAnswer[];
      next_cursor?: string;
      error?: string;
      detail?: string;
    };
    return { status: response.status, body };
  };
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000);

  test("lists prizes that can still be claimed, the first to expire first, page by page, and to their business only", async () => {
    const tenant = service.newTenant();
    const ids: string[] = [];
    for (const [index, hours] of [30, 2, 5, 90, -1].entries()) {
      const prizeId = await givenPrize(tenant, `user-${index}`);
      await prizesOf(tenant).updateOne({ _id: prizeId }, { $set: { expiresAt: inHours(hours) } });
      ids.push(prizeId);
    }
    const claimed = await givenPrize(tenant, "claimed");
    await claim(tenant, claimed);
    const query = `expiresBefore=${inHours(48).toISOString()}`;
    const first = await list(tenant, `${query}&limit=2`);
    expect(first.body.items.map(({ _id }) => _id)).toEqual([ids[1], ids[2]]);
    const second = await list(tenant, `${query}&limit=2&cursor=${first.body.next_cursor}`);
    expect(second.body.items.map(({ _id }) => _id)).toEqual([ids[0]]);
    expect((await list(service.newTenant(), query)).body.items).toEqual([]);
  });

  test.each([
    ["status=won", "status"],
    ["userId=ana", "userId"],
    ["dateFrom=2026-01-01", "dateFrom"],
  ])("is refused together with %s", async (other, name) => {
    const { status, body } = await list(service.newTenant(), `expiresBefore=${inHours(1).toISOString()}&${other}`);
    expect([status, body.error]).toEqual([422, "invalid_argument"]);
    expect(body.detail).toContain(`leave out ${name}`);
  });
});

describe("POST /v1/public/prizes/{id}/claim", () => {
  test("claims a prize and publishes it", async () => {
    const tenant = service.newTenant();
    const prizeId = await givenPrize(tenant);
    const { status, body } = await claim(tenant, prizeId);
    expect(status).toBe(200);
    expect(body).toMatchObject({ _id: prizeId, userId: "ana", status: "claimed", expiredAt: null, claimedNow: true });
    const events = await tenant.events(PrizeClaimedSchema);
    expect(events).toMatchObject([{ prizeId, userId: "ana", claimedAt: body.claimedAt }]);
  });

  test("repeated in sequence or in parallel, with or without keys, claims once, and exactly one answer says that it did", async () => {
    const tenant = service.newTenant();
    const prizeId = await givenPrize(tenant);
    const keys: Record<string, string>[] = [{}, {}, { "idempotency-key": "a" }, { "idempotency-key": "b" }];
    const answers = await Promise.all(keys.map((headers) => claim(tenant, prizeId, headers)));
    answers.push(await claim(tenant, prizeId), await claim(tenant, prizeId, { "idempotency-key": "a" }));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const prizes = answers.map(({ body: { claimedNow, ...prize } }) => ({ claimedNow, prize: JSON.stringify(prize) }));
    expect(new Set(prizes.map(({ prize }) => prize)).size).toBe(1);
    // A repeat with the key of the request that claimed it gets that request's answer.
    const [byKey, repeated] = [prizes[2]?.claimedNow, prizes.at(-1)?.claimedNow];
    expect(repeated).toBe(byKey);
    expect(prizes.slice(0, 5).filter(({ claimedNow }) => claimedNow)).toHaveLength(1);
    expect(await tenant.events(PrizeClaimedSchema)).toHaveLength(1);
  });

  test("after the expiry is refused; the prize is expired from then on, and this is published once", async () => {
    const tenant = service.newTenant();
    const prizeId = await givenPrize(tenant);
    await letTimePass(tenant, prizeId);
    const answers = await Promise.all([
      claim(tenant, prizeId),
      claim(tenant, prizeId),
      claim(tenant, prizeId, { "idempotency-key": "a" }),
    ]);
    answers.push(await claim(tenant, prizeId, { "idempotency-key": "a" }));
    for (const { status, body } of answers)
      expect({ status, error: body.error }).toEqual({ status: 409, error: "prize_expired" });
    expect(await prizesOf(tenant).findOne({ _id: prizeId })).toMatchObject({ status: "expired" });
    expect(await tenant.events(PrizeExpiredSchema)).toMatchObject([{ prizeId, userId: "ana" }]);
    expect(await tenant.events(PrizeClaimedSchema)).toEqual([]);
  });

  test("a claimed prize stays claimed when its time is over", async () => {
    const tenant = service.newTenant();
    const prizeId = await givenPrize(tenant);
    const first = await claim(tenant, prizeId);
    await letTimePass(tenant, prizeId);
    const again = await claim(tenant, prizeId);
    expect(again.body).toMatchObject({ status: "claimed", claimedAt: first.body.claimedAt });
    expect(await tenant.events(PrizeExpiredSchema)).toEqual([]);
  });

  test("a prize of another business gets the same answer as an unknown one", async () => {
    const owner = service.newTenant();
    const prizeId = await givenPrize(owner);
    const otherTenant = service.newTenant();
    const missing = "prz_01jzzzzzzzzzzzzzzzzzzzzzzz";
    for (const [method, path] of [
      ["POST", "/claim"],
      ["GET", ""],
    ] as const) {
      const answers = await Promise.all(
        [prizeId, missing].map(async (id) => {
          const { status, body } = await ask(otherTenant, method, `/v1/public/prizes/${id}${path}`);
          return { status, error: body.error, detail: body.detail?.replaceAll(id, "<id>") };
        }),
      );
      expect(answers[0]).toEqual(answers[1]);
      expect(answers[0]).toMatchObject({ status: 404, error: "prize_not_found" });
    }
    expect(await prizesOf(owner).findOne({ _id: prizeId })).toMatchObject({ status: "won" });
  });
});

describe("GET /v1/public/prizes", () => {
  const list = async (tenant: RoulettesTenant, query: string) => {
    const response = await tenant.http("GET", `/v1/public/prizes${query}`);
    return (await response.json()) as { items: PrizeAnswer[]; count: number; has_more: boolean; next_cursor: string };
  };

  test("lists a user's prizes page by page, newest first, or those with one status", async () => {
    const tenant = service.newTenant();
    const rouletteId = await createRoulette(tenant, { gifts, maxWins: 9 });
    const won: string[] = [];
    for (const user of ["ana", "ana", "eva", "ana"]) {
      const { answer } = await spin(tenant, rouletteId, user);
      if (user === "ana") won.unshift(answer.prizeId ?? "");
    }
    const first = await list(tenant, "?userId=ana&limit=2");
    const second = await list(tenant, `?userId=ana&limit=2&cursor=${first.next_cursor}`);
    expect([...first.items, ...second.items].map(({ _id }) => _id)).toEqual(won);
    expect([first.has_more, second.has_more]).toEqual([true, false]);

    await claim(tenant, won[1] ?? "");
    expect((await list(tenant, "?userId=ana&status=claimed")).items.map(({ _id }) => _id)).toEqual([won[1]]);
    expect(await list(tenant, `?rouletteId=${rouletteId}`)).toMatchObject({ count: 4, has_more: false });
  });

  test("a roulette of another business gets the same answer as an unknown one", async () => {
    const foreign = await createRoulette(service.newTenant(), { gifts });
    const tenant = service.newTenant();
    for (const rouletteId of [foreign, "rlt_missing"]) {
      expect(await list(tenant, `?rouletteId=${rouletteId}`)).toMatchObject({ error: "roulette_not_found" });
    }
  });

  test("filters by the day of the win", async () => {
    const tenant = service.newTenant();
    await givenPrize(tenant);
    expect(await list(tenant, "?dateTo=2020-12-31")).toMatchObject({ count: 0 });
    expect(await list(tenant, "?dateFrom=2020-01-01&dateTo=2100-12-31")).toMatchObject({ count: 1 });
  });

  test("never shows an overdue prize as won; reading writes nothing, and the answer is the same after the expiry task", async () => {
    const tenant = service.newTenant();
    const prizeId = await givenPrize(tenant);
    const other = await givenPrize(tenant, "eva");
    const read = async () => [
      await list(tenant, "?userId=ana&status=won"),
      await list(tenant, "?userId=ana"),
      await list(tenant, "?status=expired&limit=1"),
      await ask(tenant, "GET", `/v1/public/prizes/${other}`),
    ];
    await letTimePass(tenant, prizeId);
    await letTimePass(tenant, other);
    let before: unknown;
    expect(await tenant.writesDuring(async () => void (before = await read()))).toEqual([]);
    expect(before).toMatchObject([
      { count: 0 },
      { items: [{ _id: prizeId, status: "expired" }] },
      { items: [{ _id: other }], has_more: true },
      { body: { status: "expired" } },
    ]);
    await expireAll();
    expect(await read()).toEqual(before);
    expect(await tenant.events(PrizeExpiredSchema)).toHaveLength(2);
  });

  test("expired prizes are listed page by page, those that the expiry task has stored among the others", async () => {
    const tenant = service.newTenant();
    const expected: string[] = [];
    for (const user of ["a", "b", "c", "d", "e"]) {
      const prizeId = await givenPrize(tenant, user);
      expected.unshift(prizeId);
      await letTimePass(tenant, prizeId);
      if (user === "b" || user === "d") await expireAll();
    }
    const seen: string[] = [];
    for (let cursor: string | undefined = ""; cursor !== undefined;) {
      const page: { items: PrizeAnswer[]; next_cursor?: string } = await list(
        tenant,
        `?status=expired&limit=2&cursor=${cursor}`,
      );
      seen.push(...page.items.map(({ _id }) => _id));
      cursor = page.next_cursor;
    }
    expect(seen).toEqual(expected);
  });

  test.each(["?status=lost", "?limit=0", "?user=ana", "?userId=", "?dateFrom=2026-02-30", "?cursor=x"])(
    "refuses %s",
    async (query) => {
      expect((await service.newTenant().http("GET", `/v1/public/prizes${query}`)).status).toBe(422);
    },
  );
});

describe("roulettes_list_prizes", () => {
  test("filters by roulette, user, status and day, page by page, newest first", async () => {
    const tenant = service.newTenant();
    const rouletteId = await createRoulette(tenant, { gifts, maxWins: 9 });
    const won: string[] = [];
    for (const user of ["ana", "ana", "eva", "ana"]) {
      const { answer } = await spin(tenant, rouletteId, user);
      if (user === "ana") won.unshift(answer.prizeId ?? "");
    }
    await givenPrize(tenant);
    const filter = { rouletteId, userId: " ana ", limit: 2 };
    const first = await tenant.rpc.listPrizes(filter);
    const second = await tenant.rpc.listPrizes({ ...filter, cursor: first.nextCursor });
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(won);
    expect([first.hasMore, second.hasMore]).toEqual([true, false]);

    await claim(tenant, won[1] ?? "");
    const claimed = await tenant.rpc.listPrizes({ rouletteId, status: "claimed" });
    expect(claimed.items).toMatchObject([
      { id: won[1], status: "claimed", gift: { index: 0, typeOfGift: { name: "Points" } } },
    ]);
    expect((await tenant.rpc.listPrizes({})).count).toBe(5);
    // Agents send every parameter that they know, also empty ones.
    expect((await tenant.rpc.listPrizes({ rouletteId: "", userId: "", status: "", dateFrom: "" })).count).toBe(5);
    expect((await tenant.rpc.listPrizes({ dateFrom: "2020-01-01", dateTo: "2020-12-31" })).count).toBe(0);
    expect((await tenant.rpc.listPrizes({ dateFrom: "2020-01-01", dateTo: "2100-12-31" })).count).toBe(5);
  });

  test("never shows an overdue prize as won", async () => {
    const tenant = service.newTenant();
    const prizeId = await givenPrize(tenant);
    await letTimePass(tenant, prizeId);
    expect((await tenant.rpc.listPrizes({ status: "won" })).items).toEqual([]);
    expect((await tenant.rpc.listPrizes({})).items).toMatchObject([{ id: prizeId, status: "expired" }]);
  });

  test("another business sees nothing; its roulette is not found", async () => {
    const owner = service.newTenant();
    const rouletteId = await createRoulette(owner, { gifts });
    await spin(owner, rouletteId, "ana");
    const otherTenant = service.newTenant();
    expect((await otherTenant.rpc.listPrizes({ userId: "ana" })).items).toEqual([]);
    await expect(otherTenant.rpc.listPrizes({ rouletteId })).rejects.toMatchObject({ code: "roulette_not_found" });
  });

  test.each([{ status: "lost" }, { limit: 0 }, { limit: 501 }, { cursor: "x" }, { dateFrom: "2026-02-30" }])(
    "refuses %j",
    async (request) => {
      await expect(service.newTenant().rpc.listPrizes(request)).rejects.toMatchObject({
        code: expect.stringMatching(/^invalid_(argument|cursor)$/) as string,
      });
    },
  );
});

describe("roulettes_propose_prize_claim and roulettes_approve_prize_claim", () => {
  test("the preview shows the prize and writes nothing; the approval claims it and publishes it", async () => {
    const tenant = service.newTenant();
    const prizeId = await givenPrize(tenant);
    const writes = await tenant.writesDuring(async () => {
      const { preview, checks, warnings } = await tenant.rpc.proposePrizeClaim({ prizeId });
      expect(preview).toMatchObject({ id: prizeId, userId: "ana", status: "won", gift: { value: "Points" } });
      expect(checks).toMatchObject([{ name: "not_claimed_yet", ok: true }]);
      expect(warnings).toEqual([
        "ana gets Points. A claim cannot be taken back.",
        expect.stringMatching(/^It can be claimed until /),
      ]);
    });
    expect(writes).toEqual([]);
    const answer = await tenant.rpc.approvePrizeClaim({ prizeId });
    expect(answer).toMatchObject({ prizeId, status: "claimed", claimedNow: true });
    expect(await tenant.events(PrizeClaimedSchema)).toMatchObject([{ prizeId, claimedAt: answer.claimedAt }]);
  });

  test("sent twice with one idempotency key it is one claim and answers the same", async () => {
    const tenant = service.newTenant();
    const prizeId = await givenPrize(tenant);
    const send = () => tenant.rpc.approvePrizeClaim({ prizeId }, { idempotencyKey: "yes-1" });
    expect(await send()).toEqual(await send());
    expect(await tenant.events(PrizeClaimedSchema)).toHaveLength(1);
  });

  test("of two approvals and a claim by REST at once exactly one claims; the other answers say that the prize was claimed already", async () => {
    const tenant = service.newTenant();
    const prizeId = await givenPrize(tenant);
    const [first, second] = await Promise.all([
      tenant.rpc.approvePrizeClaim({ prizeId }),
      tenant.rpc.approvePrizeClaim({ prizeId }),
      claim(tenant, prizeId),
    ]);
    expect([first, second].filter(({ claimedNow }) => claimedNow).length).toBeLessThanOrEqual(1);
    expect(first.claimedAt).toBe(second.claimedAt);
    expect(await tenant.events(PrizeClaimedSchema)).toHaveLength(1);
    const { checks, warnings } = await tenant.rpc.proposePrizeClaim({ prizeId });
    expect(checks).toMatchObject([{ name: "not_claimed_yet", ok: false }]);
    expect(warnings).toEqual(["It was claimed before: approving changes nothing. Do not hand it out again."]);
  });

  test("after the expiry both are refused; the approval expires the prize, also when it is repeated", async () => {
    const tenant = service.newTenant();
    const prizeId = await givenPrize(tenant);
    await letTimePass(tenant, prizeId);
    await expect(tenant.rpc.proposePrizeClaim({ prizeId })).rejects.toMatchObject({ code: "prize_expired" });
    for (const idempotencyKey of ["yes-1", "yes-1", "yes-2"]) {
      await expect(tenant.rpc.approvePrizeClaim({ prizeId }, { idempotencyKey })).rejects.toMatchObject({
        code: "prize_expired",
        detail: expect.stringMatching(/^The prize expired at 20\d\d-/) as string,
      });
    }
    await expect(tenant.rpc.proposePrizeClaim({ prizeId })).rejects.toMatchObject({ code: "prize_expired" });
    expect(await tenant.events(PrizeExpiredSchema)).toMatchObject([{ prizeId }]);
  });

  test("a prize of another business gets the same answer as an unknown one", async () => {
    const prizeId = await givenPrize(service.newTenant());
    const { rpc } = service.newTenant();
    for (const send of [rpc.proposePrizeClaim, rpc.approvePrizeClaim]) {
      const sentence = (id: string) =>
        send({ prizeId: id }).then(String, (error) => String(error).replaceAll(id, "<id>"));
      expect(await sentence(prizeId)).toBe(await sentence("prz_01jzzzzzzzzzzzzzzzzzzzzzzz"));
      await expect(send({ prizeId })).rejects.toMatchObject({ code: "prize_not_found" });
    }
  });
});

test("two processes expire every overdue prize of every business, and publish each once", async () => {
  const tenants = [service.newTenant(), service.newTenant()];
  const prizes: [RoulettesTenant, string][] = [];
  for (const tenant of tenants) {
    for (const user of ["ana", "eva", "leo"]) prizes.push([tenant, await givenPrize(tenant, user)]);
  }
  const [claimed, ...overdue] = prizes;
  await claim(...claimed!);
  const inTime = await givenPrize(tenants[0]!, "ida");
  for (const prize of prizes) await letTimePass(...prize);

  const { MONGODB_DATABASE } = service.running.context.config as { MONGODB_DATABASE?: string };
  const settings = { MONGODB_DATABASE: MONGODB_DATABASE ?? "", PRIZE_SWEEP_MS: "20" };
  const sweepers = await Promise.all([startTestService(roulettes, settings), startTestService(roulettes, settings)]);
  const statusOf = async ([tenant, id]: [RoulettesTenant, string]) =>
    (await prizesOf(tenant).findOne({ _id: id }))?.status;
  await eventually(async () => {
    expect(await Promise.all(overdue.map(statusOf))).toEqual(overdue.map(() => "expired"));
    const timers = service.running.context.db.shared("prizeTimers");
    expect(await timers.countDocuments({ dueAt: { $lte: new Date() } })).toBe(0);
  });
  await Promise.all(sweepers.map((sweeper) => sweeper.close()));

  expect(await statusOf(claimed!)).toBe("claimed");
  expect(await statusOf([tenants[0]!, inTime])).toBe("won");
  const told = await Promise.all(tenants.map((tenant) => tenant.events(PrizeExpiredSchema)));
  expect(
    told
      .flat()
      .map(({ prizeId }) => prizeId)
      .toSorted(),
  ).toEqual(overdue.map(([, id]) => id).toSorted());
});

describe("the expiry task", () => {
  /** Overdue prizes with their timers, as spins have written them. */
  async function givenOverdue(count: number) {
    const tenant = service.newTenant();
    const template = await prizesOf(tenant).findOne({ _id: await givenPrize(tenant) });
    const past = new Date(Date.now() - 1000);
    const rows = Array.from({ length: count }, (_, index) => ({
      ...template!,
      _id: newId("prz"),
      code: `${index}`,
      expiresAt: past,
    }));
    await prizesOf(tenant).insertMany(rows);
    const { businessId } = tenant;
    const timers = service.running.context.db.shared<{ _id: string; businessId: string; dueAt: Date }>("prizeTimers");
    await timers.insertMany(rows.map(({ _id }) => ({ _id, businessId, dueAt: past })));
    const countExpired = () => prizesOf(tenant).count({ status: "expired" });
    return { tenant, ids: rows.map(({ _id }) => _id), timers, countExpired };
  }

  const createRound = (db = service.running.context.db) => createExpiryRound(db, createLogger("roulettes", "silent"));

  /** A database in which the expiry of this prize fails. */
  function failAt(prizeId: string, error: Error): Database {
    const { db } = service.running.context;
    return {
      ...db,
      transaction: (call, work) =>
        db.transaction(call, (scope) => {
          const publish: WriteScope["publish"] = async (schema, event) => {
            if (JSON.stringify(event).includes(prizeId)) throw error;
            await scope.publish(schema, event);
          };
          return work({ ...scope, publish });
        }),
    };
  }

  test("a business with a thousand overdue prizes does not delay the one of another business", async () => {
    const many = await givenOverdue(1000);
    const few = await givenOverdue(1);
    expect(await createRound()()).toBe(true);
    expect(await few.countExpired()).toBe(1);
    expect(await many.countExpired()).toBe(100);
    await expireAll();
    expect(await many.countExpired()).toBe(1000);
    expect(await many.tenant.events(PrizeExpiredSchema)).toHaveLength(1000);
  });

  test("skips a prize that cannot be expired and tries it again later", async () => {
    const { ids, timers, countExpired } = await givenOverdue(5);
    const runRound = createRound(failAt(ids[2]!, new Error("this one cannot be published")));
    await eventually(async () => {
      await runRound();
      expect(await countExpired()).toBe(4);
    });
    const left = await timers.find({ _id: { $in: ids } }).toArray();
    expect(left.map(({ _id }) => _id)).toEqual([ids[2]]);
    expect(left[0]?.dueAt.getTime()).toBeGreaterThan(Date.now());
  });

  test("expires the others of a business when one fails for a moment, and that one in the next round", async () => {
    const { ids, timers, countExpired } = await givenOverdue(5);
    const runRound = createRound(failAt(ids[2]!, new Refusal("deadline_exceeded", "The database took too long.")));
    await eventually(async () => {
      await runRound();
      expect(await countExpired()).toBe(4);
    });
    const left = await timers.find({ _id: { $in: ids } }).toArray();
    expect(left).toMatchObject([{ _id: ids[2] }]);
    expect(left[0]?.dueAt.getTime()).toBeLessThan(Date.now());
    await expireAll();
    expect(await countExpired()).toBe(5);
  });

  test("ends its round and postpones nothing while the database is away", async () => {
    const { ids, timers, countExpired } = await givenOverdue(3);
    const away = { ...service.running.context.db, transaction: () => Promise.reject(unavailable("It is away.")) };
    await expect(createRound(away)()).rejects.toMatchObject({ code: "service_unavailable" });
    expect(await timers.countDocuments({ _id: { $in: ids }, dueAt: { $lte: new Date() } })).toBe(3);
    await expireAll();
    expect(await countExpired()).toBe(3);
  });
});
