import { shareTestService, type SharedTestService } from "@tenant-ops/kit/testing";
import type { RoulettesService } from "@tenant-ops/proto/roulettes";
import { beforeAll, describe, expect, test } from "vitest";
import { send, sendAsOther } from "../http.testing.js";
import { roulettes } from "../roulettes.js";
import { createRoulette, giftRequest, itemRequest, requestGiftType, spin } from "../testing.js";
import type { GiftTypeName } from "../gifts/gift-types.rules.js";

let service: SharedTestService<typeof RoulettesService>;
beforeAll(async () => void (service = await shareTestService(roulettes)));

const root = "/v1/public/roulettes";

const typeOf = (name: GiftTypeName) => ({ _id: requestGiftType(name).id, name });
const lose = { value: "Nothing", message: "Not today", probability: 3, typeOfGift: typeOf("Perder") };
const points = { value: "Points", message: "You got 10", probability: 1, typeOfGift: typeOf("Points") };
const wheel = {
  name: "Verano",
  gifts: [points, lose],
  typeOfRoulette: { _id: 2, name: "premium" },
  timeToWin: 5,
  timeToLose: 3,
  textToWin: "You won",
  textToLose: "Not today",
  termsAndConditions: "One per person.",
};

describe("POST /v1/public/roulettes", () => {
  test("creates what GET and the tool show, inactive and with the defaults of the tool", async () => {
    const tenant = service.newTenant();
    const { id: itemId } = await tenant.rpc.createItem(itemRequest());
    const cap = {
      value: "Cap",
      message: "A cap",
      probability: 4,
      typeOfGift: typeOf("Fisico"),
      emoji: "🧢",
      quantity: 2,
      item_id: itemId,
      guaranteedForFirstTimers: true,
      winInterval: 3,
      fallback: "Points",
    };
    const { status, body } = await send(tenant, "POST", root, { ...wheel, gifts: [cap, points, lose] });
    expect(status).toBe(201);
    const defaults = { guaranteedForFirstTimers: false, winInterval: 0 };
    expect(body).toEqual({
      ...wheel,
      _id: expect.stringMatching(/^rlt_/) as string,
      gifts: [
        { ...cap, chancePercent: 50, firstSpinChancePercent: 100 },
        { ...points, ...defaults, chancePercent: 12.5, firstSpinChancePercent: 0 },
        { ...lose, ...defaults, chancePercent: 37.5, firstSpinChancePercent: 0 },
      ],
      isActive: false,
      time_unit: "hours",
      time_to_expire: 24,
      spinsPerVisitor: 1,
      max_wins: 1,
      totalSpins: 0,
      country: "MX",
      createdAt: expect.stringMatching(/Z$/) as string,
    });
    expect(await send(tenant, "GET", `${root}/${String(body["_id"])}`)).toMatchObject({ status: 200, body });
    const byTool = await tenant.rpc.getRoulette({ rouletteId: String(body["_id"]) });
    expect(byTool).toMatchObject({ name: "Verano", maxWins: 1, gifts: [{ itemId, quantity: 2 }, {}, {}] });
  });

  test("an answer without its computed fields is accepted as a request", async () => {
    const tenant = service.newTenant();
    const { body: first } = await send(tenant, "POST", root, { ...wheel, max_wins: 4, time_unit: "days" });
    const { _id, totalSpins: _spins, country: _country, createdAt: _at, ...copy } = first;
    const gifts = (copy["gifts"] as Record<string, unknown>[]).map(
      ({ chancePercent: _chance, firstSpinChancePercent: _first, ...gift }) => gift,
    );
    const { status, body: second } = await send(tenant, "POST", root, { ...copy, gifts });
    expect(status).toBe(201);
    expect(second).toEqual({ ...first, _id: second["_id"], createdAt: second["createdAt"] });
    expect(second["_id"]).not.toBe(_id);
  });

  test("of two with one Idempotency-Key at once one is made, and both get it", async () => {
    const tenant = service.newTenant();
    const [first, second] = await Promise.all([
      send(tenant, "POST", root, wheel, "k-1"),
      send(tenant, "POST", root, wheel, "k-1"),
    ]);
    expect(second.body).toEqual(first.body);
    expect((await send(tenant, "GET", root)).body).toMatchObject({ count: 1 });
    await send(tenant, "PATCH", `${root}/${String(first.body["_id"])}`, { name: "Otoño" });
    expect(await send(tenant, "POST", root, wheel, "k-1")).toEqual({ ...first, replayed: true });
  });

  test.each([
    ["lose_gift_required", { gifts: [points] }, "gifts: at least one gift must be of type Perder"],
    ["gift_weights_zero", { gifts: [{ ...lose, probability: 0 }] }, "probability must be above 0"],
    [
      "gift_quantity_required",
      { gifts: [{ ...points, typeOfGift: typeOf("Fisico") }, lose] },
      "gifts[0].quantity: a Fisico gift needs at least 1",
    ],
    ["item_id_misplaced", { gifts: [{ ...points, item_id: "itm_1" }, lose] }, "gifts[0].item_id"],
    [
      "roulette_item_not_found",
      { gifts: [{ ...points, typeOfGift: typeOf("Fisico"), quantity: 1, item_id: "itm_1" }, lose] },
      "GET /v1/public/roulette-items lists the valid ids.",
    ],
    ["fallback_invalid", { gifts: [{ ...points, fallback: "Gold" }, lose] }, "gifts[0].fallback"],
    [
      "unknown_gift_type",
      { gifts: [{ ...points, typeOfGift: { _id: "gty_1", name: "Points" } }, lose] },
      "see GET /v1/public/gift-types and GET /v1/public/roulette-types.",
    ],
    [
      "unknown_roulette_type",
      { typeOfRoulette: { _id: 1, name: "premium" } },
      "typeOfRoulette.name does not belong to this typeOfRoulette._id. Valid are 1 standard, 2 premium",
    ],
  ])("is refused with %s by the rule of the tool, in the words of REST", async (error, given, detail) => {
    const answer = await send(service.newTenant(), "POST", root, { ...wheel, ...given });
    expect(answer.body).toMatchObject({ error, detail: expect.stringContaining(detail) as string });
    expect(answer.body["detail"]).not.toMatch(/roulettes_|service:|roulette_type/);
  });

  test.each([
    ["name", { name: " " }],
    ["textToWin", { textToWin: "" }],
    ["gifts", { gifts: [] }],
    ["typeOfRoulette", { typeOfRoulette: undefined }],
    ["time_to_expire", { time_to_expire: 0 }],
    ["spinsPerVisitor", { spinsPerVisitor: 0 }],
    ["spinsPerVisitor", { spinsPerVisitor: 101 }],
    ["chancePercent", { gifts: [{ ...lose, chancePercent: 100 }] }],
    ["totalSpins", { totalSpins: 5 }],
  ])("a wrong %s is refused by its name", async (name, given) => {
    const { status, body } = await send(service.newTenant(), "POST", root, { ...wheel, ...given });
    expect([status, body["error"]]).toEqual([422, "invalid_argument"]);
    expect(body["detail"]).toContain(name);
  });
});

describe("GET /v1/public/roulettes", () => {
  test("lists them page by page, newest first, or those that can be spun", async () => {
    const tenant = service.newTenant();
    const ids: string[] = [];
    for (const isActive of [true, false, true]) ids.unshift(await createRoulette(tenant, { isActive }));
    const list = async (query: string) => {
      const { body } = await send(tenant, "GET", `${root}${query}`);
      return { ids: (body["items"] as { _id: string }[]).map(({ _id }) => _id), cursor: body["next_cursor"] };
    };
    const first = await list("?limit=2");
    const second = await list(`?limit=2&cursor=${String(first.cursor)}`);
    expect([...first.ids, ...second.ids]).toEqual(ids);
    expect((await list("?isActive=true")).ids).toEqual([ids[0], ids[2]]);
    expect((await list("?isActive=false")).ids).toEqual([ids[1]]);
    expect((await send(service.newTenant(), "GET", root)).body).toEqual({ items: [], count: 0, has_more: false });
  });

  test.each(["isActive=yes", "limit=501", "is_active=true", "cursor=x"])("refuses ?%s", async (query) => {
    expect((await send(service.newTenant(), "GET", `${root}?${query}`)).status).toBe(422);
  });
});

describe("PATCH /v1/public/roulettes/{id}", () => {
  test("activates and deactivates a roulette, any number of times", async () => {
    const tenant = service.newTenant();
    const rouletteId = await createRoulette(tenant, { isActive: false });
    for (const isActive of [true, true, false]) {
      const answer = await send(tenant, "PATCH", `${root}/${rouletteId}`, { isActive });
      expect(answer).toMatchObject({ status: 200, body: { _id: rouletteId, name: "Verano", isActive } });
      expect((await send(tenant, "GET", `${root}/${rouletteId}`)).body).toEqual(answer.body);
    }
  });

  test("changes everything that the tool changes, and answers the roulette as GET shows it", async () => {
    const tenant = service.newTenant();
    const gifts = [giftRequest("Points", { emoji: "🎁" }), giftRequest("Perder")];
    const rouletteId = await createRoulette(tenant, { gifts });
    const changes = {
      name: "Otoño",
      isActive: false,
      timeToWin: 1,
      timeToLose: 2,
      textToWin: "Yes",
      textToLose: "No",
      termsAndConditions: "None",
      time_unit: "days",
      time_to_expire: 7,
      max_wins: 9,
    };
    const giftChanges = [
      {
        index: 0,
        value: "Gold",
        message: "Gold!",
        probability: 3,
        emoji: "",
        guaranteedForFirstTimers: true,
        winInterval: 5,
      },
      { index: 1, probability: 1 },
    ];
    const { status, body } = await send(tenant, "PATCH", `${root}/${rouletteId}`, { ...changes, giftChanges });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ...changes,
      gifts: [
        { value: "Gold", message: "Gold!", chancePercent: 75, guaranteedForFirstTimers: true, winInterval: 5 },
        { value: "Perder", chancePercent: 25 },
      ],
    });
    expect((body["gifts"] as object[])[0]).not.toHaveProperty("emoji");
    expect((await send(tenant, "GET", `${root}/${rouletteId}`)).body).toEqual(body);
    const absent = await send(tenant, "PATCH", `${root}/${rouletteId}`, { name: "Invierno" });
    expect(absent.body).toEqual({ ...body, name: "Invierno" });
  });

  test.each([
    ["send at least one field", {}],
    ["isActive", { isActive: "yes" }],
    ["totalSpins", { isActive: true, totalSpins: 9 }],
    ["isActive", { isActive: { $ne: null } }],
    ["giftChanges[0].index", { giftChanges: [{ index: 9 }] }],
    ["giftChanges[1].index: gift 0 is given twice", { giftChanges: [{ index: 0 }, { index: 0 }] }],
    ["quantity", { giftChanges: [{ index: 0, quantity: 5 }] }],
    ["max_wins", { max_wins: 0 }],
  ])("refuses with a sentence about %s", async (detail, body) => {
    const tenant = service.newTenant();
    const answer = await send(tenant, "PATCH", `${root}/${await createRoulette(tenant)}`, body);
    expect([answer.status, answer.body["error"]]).toEqual([422, "invalid_argument"]);
    expect(answer.body["detail"]).toContain(detail);
  });

  test("sent twice with one key it is carried out once and answers the same", async () => {
    const tenant = service.newTenant();
    const path = `${root}/${await createRoulette(tenant, { isActive: false })}`;
    const first = await send(tenant, "PATCH", path, { isActive: true }, "a");
    await send(tenant, "PATCH", path, { isActive: false }, "b");
    expect(await send(tenant, "PATCH", path, { isActive: true }, "a")).toEqual({ ...first, replayed: true });
    expect((await send(tenant, "GET", path)).body).toMatchObject({ isActive: false });
  });

  test("a repeat answers the chances of its time, also after others have come", async () => {
    const tenant = service.newTenant();
    const { id: itemId } = await tenant.rpc.createItem(itemRequest());
    const gifts = [giftRequest("Fisico", { itemId }), giftRequest("Perder")];
    const path = `${root}/${await createRoulette(tenant, { gifts })}`;
    const first = await send(tenant, "PATCH", path, { name: "Otoño" }, "a");
    expect(first.body).toMatchObject({ gifts: [{ chancePercent: 50 }, { chancePercent: 50 }] });
    await send(tenant, "PATCH", `/v1/public/roulette-items/${itemId}`, { enabled_in_rewards: false });
    expect((await send(tenant, "GET", path)).body).toMatchObject({ gifts: [{ chancePercent: 0 }, {}] });
    expect(await send(tenant, "PATCH", path, { name: "Otoño" }, "a")).toEqual({ ...first, replayed: true });
  });

  test("two updates of different fields at once are both kept, also during a spin", async () => {
    const tenant = service.newTenant();
    const rouletteId = await createRoulette(tenant, { maxWins: 5 });
    const path = `${root}/${rouletteId}`;
    const answers = await Promise.all([
      send(tenant, "PATCH", path, { name: "Otoño" }),
      send(tenant, "PATCH", path, { textToWin: "Yes" }),
      spin(tenant, rouletteId, "ana"),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 201]);
    expect((await send(tenant, "GET", path)).body).toMatchObject({ name: "Otoño", textToWin: "Yes", totalSpins: 1 });
  });
});

describe("POST /v1/public/roulettes/{id}/gifts/{index}/units", () => {
  const gifts = [giftRequest("Points", { quantity: 3 }), giftRequest("Perder")];

  test("adds units and takes some away; a repeat with the same key changes nothing more", async () => {
    const tenant = service.newTenant();
    const rouletteId = await createRoulette(tenant, { gifts });
    const path = `${root}/${rouletteId}/gifts/0/units`;
    const first = await send(tenant, "POST", path, { addUnits: 5 }, "k-1");
    expect(first).toMatchObject({ status: 200, body: { _id: rouletteId, gifts: [{ quantity: 8 }, {}] } });
    await send(tenant, "POST", path, { addUnits: -7 }, "k-2");
    expect(await send(tenant, "POST", path, { addUnits: 5 }, "k-1")).toEqual({ ...first, replayed: true });
    expect((await send(tenant, "GET", `${root}/${rouletteId}`)).body).toMatchObject({ gifts: [{ quantity: 1 }, {}] });
  });

  test("of two at once that would take the last units exactly one succeeds", async () => {
    const tenant = service.newTenant();
    const path = `${root}/${await createRoulette(tenant, { gifts })}/gifts/0/units`;
    const answers = await Promise.all([
      send(tenant, "POST", path, { addUnits: -2 }),
      send(tenant, "POST", path, { addUnits: -2 }),
    ]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 422]));
    const refused = answers.find(({ status }) => status === 422);
    expect(refused?.body).toMatchObject({
      error: "too_few_units",
      detail: "addUnits: 2 would be taken away; 1 are left.",
    });
  });

  test.each([
    ["9", { addUnits: 1 }, "index: the roulette has the gifts 0 to 1."],
    ["1", { addUnits: 1 }, "index: gift 1 has no quantity"],
    ["0", { addUnits: 0 }, "addUnits: is 0"],
    ["0", { addUnits: 1.5 }, "addUnits"],
    ["0", {}, "addUnits"],
    ["first", { addUnits: 1 }, "path parameter index"],
    ["-1", { addUnits: 1 }, "path parameter index"],
  ])("refuses gift %s with %j", async (index, body, detail) => {
    const tenant = service.newTenant();
    const path = `${root}/${await createRoulette(tenant, { gifts })}/gifts/${index}/units`;
    const answer = await send(tenant, "POST", path, body);
    expect([answer.status, answer.body["error"]]).toEqual([422, "invalid_argument"]);
    expect(answer.body["detail"]).toContain(detail);
  });
});

test.each<[string, (id: string) => [string, string, unknown?]]>([
  ["GET", (id) => ["GET", `${root}/${id}`]],
  ["PATCH", (id) => ["PATCH", `${root}/${id}`, { name: "Mine" }]],
  ["units", (id) => ["POST", `${root}/${id}/gifts/0/units`, { addUnits: 1 }]],
  ["spins", (id) => ["GET", `${root}/${id}/spins`]],
])("%s: a roulette of another business is answered like one that does not exist", async (_name, request) => {
  const owner = service.newTenant();
  const rouletteId = await createRoulette(owner);
  const before = await send(owner, "GET", `${root}/${rouletteId}`);
  const [other, unknown] = await sendAsOther(service.newTenant(), [rouletteId, "rlt_missing"], request);
  expect(other).toEqual(unknown);
  expect(other).toMatchObject({ status: 404, body: { error: "roulette_not_found" } });
  expect(other?.body["detail"]).toContain("GET /v1/public/roulettes lists the valid ids.");
  expect(await send(owner, "GET", `${root}/${rouletteId}`)).toEqual(before);
});

test("roulettes are found by any word of their name, among those that can be spun; another business finds nothing", async () => {
  const tenant = service.newTenant();
  for (const [name, isActive] of [
    ["Verano 1", false],
    ["verano 2", true],
    ["Ruleta de otoño", true],
  ])
    await send(tenant, "POST", root, { ...wheel, gifts: [points, lose], name, isActive });
  const find = async (query: string, of = tenant) => {
    const { body } = await send(of, "GET", `${root}?search=${query}`);
    return (body["items"] as { name: string }[]).map(({ name }) => name);
  };
  expect(await find("VERANO")).toEqual(["verano 2", "Verano 1"]);
  expect(await find("verano&isActive=true")).toEqual(["verano 2"]);
  expect(await find("otono")).toEqual(["Ruleta de otoño"]);
  expect(await find("verano", service.newTenant())).toEqual([]);
  const [fall] = (await send(tenant, "GET", `${root}?search=otono`)).body["items"] as { _id: string }[];
  await send(tenant, "PATCH", `${root}/${fall?._id}`, { name: "Invierno" });
  expect([await find("otono"), await find("invierno")]).toEqual([[], ["Invierno"]]);
});

describe("what is sold out", () => {
  test("is listed: active roulettes with the gifts that have no units, and items without stock", async () => {
    const tenant = service.newTenant();
    const soldOut = (value: string, quantity?: number) =>
      giftRequest("Points", { value, ...(quantity !== undefined && { quantity }) });
    const lost = giftRequest("Perder", { quantity: 0 });
    const found = await createRoulette(tenant, {
      gifts: [soldOut("Bono"), soldOut("Taza", 0), soldOut("Gorra", 0), lost],
    });
    await createRoulette(tenant, { name: "Other", gifts: [soldOut("Taza", 1), lost] });
    await createRoulette(tenant, { name: "Inactive", gifts: [soldOut("Taza", 0), lost], isActive: false });
    await tenant.rpc.createItem(itemRequest());
    const { id: itemId } = await tenant.rpc.createItem(itemRequest({ name: "Gorra", availableStock: 0 }));

    const gifts = [
      { index: 1, value: "Taza" },
      { index: 2, value: "Gorra" },
    ];
    const { body: list } = await send(tenant, "GET", `${root}?soldOut=true`);
    expect(list).toMatchObject({ count: 1, items: [{ _id: found, soldOutGifts: gifts }] });
    const { body: items } = await send(tenant, "GET", "/v1/public/roulette-items?soldOut=true");
    expect(items).toMatchObject({ count: 1, items: [{ _id: itemId }] });

    await send(tenant, "POST", `${root}/${found}/gifts/1/units`, { addUnits: 1 });
    await send(tenant, "POST", `${root}/${found}/gifts/2/units`, { addUnits: 1 });
    expect((await send(tenant, "GET", `${root}?soldOut=true`)).body).toMatchObject({ count: 0 });
    expect((await send(tenant, "GET", `${root}?soldOut=false`)).status).toBe(422);
  });
});
