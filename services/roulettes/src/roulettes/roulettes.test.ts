import { clearField, type MessageInitShape } from "@bufbuild/protobuf";
import { propertyRuns, shareTestService, type SharedTestService } from "@tenant-ops/kit/testing";
import { GiftSchema, RouletteRequestSchema, type RoulettesService } from "@tenant-ops/proto/roulettes";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { officialCatalogue } from "../gifts/gift-types.rules.js";
import type { GiftTypeName } from "../gifts/gift-types.rules.js";
import { roulettes } from "../roulettes.js";
import {
  giftRequest,
  itemRequest,
  rouletteRequest,
  createRoulette,
  premium,
  type RoulettesTenant,
  requestGiftType,
} from "../testing.js";

// Runs on a real gRPC server, MongoDB and NATS. Every test has a business of its own.
let service: SharedTestService<typeof RoulettesService>;
beforeAll(async () => void (service = await shareTestService(roulettes)));

type Given = MessageInitShape<typeof RouletteRequestSchema>;
type Refusal = [name: string, code: string, given: (tenant: RoulettesTenant) => Promise<Given> | Given];

const lose = giftRequest("Perder");
const newItem = async (tenant: RoulettesTenant, given: Parameters<typeof itemRequest>[0] = {}) =>
  (await tenant.rpc.createItem(itemRequest(given))).id;

/** Everything that must be refused, by propose and by create. */
const refusals: Refusal[] = [
  ["no gifts", "invalid_argument", () => ({ gifts: [] })],
  ["no Perder", "lose_gift_required", () => ({ gifts: [giftRequest("Points")] })],
  [
    "an invented gift type id",
    "unknown_gift_type",
    () => ({ gifts: [lose, giftRequest("Points", { typeOfGift: { id: "gty_01invented", name: "Points" } })] }),
  ],
  [
    "a gift type name that does not belong to the id",
    "unknown_gift_type",
    () => ({
      gifts: [lose, giftRequest("Points", { typeOfGift: { id: requestGiftType("Points").id, name: "Porcentaje" } })],
    }),
  ],
  [
    "a gift type without its name",
    "invalid_argument",
    () => ({ gifts: [lose, giftRequest("Points", { typeOfGift: { id: requestGiftType("Points").id } })] }),
  ],
  [
    "an item's id as the gift type",
    "unknown_gift_type",
    async (tenant) => ({
      gifts: [lose, giftRequest("Fisico", { typeOfGift: { id: await newItem(tenant), name: "Fisico" } })],
    }),
  ],
  [
    "a gift type's id as the item",
    "item_id_misplaced",
    () => ({ gifts: [lose, giftRequest("Fisico", { itemId: requestGiftType("Fisico").id })] }),
  ],
  [
    "an item in a gift that is not physical",
    "item_id_misplaced",
    async (tenant) => ({ gifts: [lose, giftRequest("Points", { itemId: await newItem(tenant) })] }),
  ],
  [
    "an item in a Perder",
    "item_id_misplaced",
    async (tenant) => ({ gifts: [lose, giftRequest("Perder", { itemId: await newItem(tenant) })] }),
  ],
  [
    "an item that does not exist",
    "roulette_item_not_found",
    () => ({ gifts: [lose, giftRequest("Fisico", { itemId: "itm_missing" })] }),
  ],
  [
    "another business's item",
    "roulette_item_not_found",
    async () => ({ gifts: [lose, giftRequest("Fisico", { itemId: await newItem(service.newTenant()) })] }),
  ],
  [
    "an item without stock",
    "roulette_item_unavailable",
    async (tenant) => ({
      gifts: [lose, giftRequest("Fisico", { itemId: await newItem(tenant, { availableStock: 0 }) })],
    }),
  ],
  [
    "an item that is not enabled in rewards",
    "roulette_item_unavailable",
    async (tenant) => ({
      gifts: [lose, giftRequest("Fisico", { itemId: await newItem(tenant, { enabledInRewards: false }) })],
    }),
  ],
  [
    "a physical gift without quantity",
    "gift_quantity_required",
    async (tenant) => {
      const gift = giftRequest("Fisico", { itemId: await newItem(tenant) });
      clearField(gift, GiftSchema.field.quantity);
      return { gifts: [lose, gift] };
    },
  ],
  ["a physical gift of 0", "gift_quantity_required", () => ({ gifts: [lose, giftRequest("Fisico", { quantity: 0 })] })],
  ["a negative quantity", "invalid_argument", () => ({ gifts: [lose, giftRequest("Points", { quantity: -1 })] })],
  ["a negative weight", "invalid_argument", () => ({ gifts: [lose, giftRequest("Points", { probability: -1 })] })],
  [
    "an infinite weight",
    "invalid_argument",
    () => ({ gifts: [lose, giftRequest("Points", { probability: Infinity })] }),
  ],
  [
    "a weight that is no number",
    "invalid_argument",
    () => ({ gifts: [lose, giftRequest("Points", { probability: NaN })] }),
  ],
  ["no weight at all", "gift_weights_zero", () => ({ gifts: [giftRequest("Perder", { probability: 0 })] })],
  ["a negative winInterval", "invalid_argument", () => ({ gifts: [lose, giftRequest("Points", { winInterval: -1 })] })],
  ["a blank gift value", "invalid_argument", () => ({ gifts: [lose, giftRequest("Points", { value: " " })] })],
  [
    "a fallback that names nothing",
    "fallback_invalid",
    () => ({ gifts: [lose, giftRequest("Points", { fallback: "No such gift" })] }),
  ],
  [
    "a fallback that names itself",
    "fallback_invalid",
    () => ({ gifts: [lose, giftRequest("Points", { fallback: "Points" })] }),
  ],
  [
    "a fallback that names two gifts",
    "fallback_invalid",
    () => ({ gifts: [lose, lose, giftRequest("Points", { fallback: "Perder" })] }),
  ],
  [
    "fallbacks in a circle",
    "fallback_invalid",
    () => ({
      gifts: [
        lose,
        giftRequest("Points", { fallback: "Porcentaje" }),
        giftRequest("Porcentaje", { fallback: "Points" }),
      ],
    }),
  ],
  ["an unknown roulette type", "unknown_roulette_type", () => ({ rouletteTypeId: 3 })],
  ["a roulette type name of another id", "unknown_roulette_type", () => ({ rouletteTypeName: "premium" })],
  ["a negative time_to_win", "invalid_argument", () => ({ timeToWin: -1 })],
  ["a negative time_to_lose", "invalid_argument", () => ({ timeToLose: -1 })],
  ["max_wins of 0", "invalid_argument", () => ({ maxWins: 0 })],
  ["time_to_expire of 0", "invalid_argument", () => ({ timeToExpire: 0 })],
  ["a time_unit of its own", "invalid_argument", () => ({ timeUnit: "weeks" })],
  ["a blank name", "invalid_argument", () => ({ name: "  " })],
  ["blank terms", "invalid_argument", () => ({ termsAndConditions: " " })],
];

describe.each(["proposeRoulette", "createRoulette"] as const)("%s", (rpc) => {
  test.each(refusals)("refuses %s with %s, and nothing is written", async (_, code, given) => {
    const tenant = service.newTenant();
    const request = rouletteRequest(await given(tenant));
    const writes = await tenant.writesDuring(() => expect(tenant.rpc[rpc](request)).rejects.toMatchObject({ code }));
    expect(writes).toEqual([]);
    expect((await tenant.rpc.listRoulettes({})).count).toBe(0);
  });

  test("refuses unknown type ids with the name of the resource that lists them", async () => {
    const gifts = [lose, giftRequest("Points", { typeOfGift: { id: "gty_01invented", name: "Points" } })];
    const call = service.newTenant().rpc[rpc](rouletteRequest({ gifts }));
    await expect(call).rejects.toThrow("service://roulettes/schema/gifts");
  });

  test("refuses unknown types with all valid names and ids, because many hosts read no resource", async () => {
    const { giftTypes, rouletteTypes } = officialCatalogue;
    const sentenceFor = async (given: Given) =>
      service
        .newTenant()
        .rpc[rpc](rouletteRequest(given))
        .then(() => "accepted", String);
    const invented = giftRequest("Points", { typeOfGift: { id: "gty_01invented", name: "Points" } });
    const unknownGiftType = await sentenceFor({ gifts: [lose, invented] });
    for (const { _id, name } of giftTypes) expect(unknownGiftType).toContain(`${name} ${_id}`);
    const unknownRouletteType = await sentenceFor({ rouletteTypeId: 3 });
    for (const { id, name } of rouletteTypes) expect(unknownRouletteType).toContain(`${id} ${name}`);
    expect(await sentenceFor({ gifts: [giftRequest("Points")] })).toContain(`Perder ${requestGiftType("Perder").id}`);
  });

  test("an item of another business is refused with the same sentence as an unknown one", async () => {
    const foreign = await newItem(service.newTenant());
    const tenant = service.newTenant();
    const sentence = async (itemId: string) => {
      const call = tenant.rpc[rpc](rouletteRequest({ gifts: [lose, giftRequest("Fisico", { itemId })] }));
      const error = await call.then(() => "accepted", String);
      return error.replaceAll(itemId, "<id>");
    };
    expect(await sentence(foreign)).toBe(await sentence("itm_01jzzzzzzzzzzzzzzzzzzzzzzz"));
  });
});

describe("roulettes_propose_roulette", () => {
  test("shows the chances, checks and warnings, and writes nothing", async () => {
    const tenant = service.newTenant();
    const itemId = await newItem(tenant, { availableStock: 3 });
    const gifts = [
      giftRequest("Fisico", { itemId, quantity: 5, probability: 1 }),
      giftRequest("Perder", { probability: 3 }),
    ];

    const writes = await tenant.writesDuring(async () => {
      const { preview, checks, warnings } = await tenant.rpc.proposeRoulette(
        rouletteRequest({ gifts, isActive: false }),
      );
      expect(preview?.gifts.map(({ chancePercent }) => chancePercent)).toEqual([25, 75]);
      expect(preview).toMatchObject({ name: "Verano", country: "MX", isActive: false, maxWins: 1, timeToExpire: 24 });
      expect(checks.map(({ ok }) => ok)).toEqual(checks.map(() => true));
      expect(warnings).toEqual([expect.stringMatching(/^5 units .* only 3 are in stock/)]);
    });
    expect(writes).toEqual([]);
  });
});

describe("roulettes_create_roulette", () => {
  test("writes are detected, so that the test of the preview could detect one", async () => {
    const tenant = service.newTenant();
    expect(await tenant.writesDuring(() => tenant.rpc.createRoulette(rouletteRequest()))).toEqual(["bulkWrite"]);
  });

  test("stores an inactive roulette by default", async () => {
    const tenant = service.newTenant();
    const request = rouletteRequest();
    clearField(request, RouletteRequestSchema.field.isActive);
    const created = await tenant.rpc.createRoulette(request);
    expect(created).toMatchObject({ name: "Verano", status: "created" });
    expect(await tenant.rpc.getRoulette({ rouletteId: created.id })).toMatchObject({ isActive: false, totalSpins: 0 });
  });

  test("two calls with the same key create one roulette and get the same answer", async () => {
    const tenant = service.newTenant();
    const key = { idempotencyKey: "same" };
    const [first, second] = await Promise.all([
      tenant.rpc.createRoulette(rouletteRequest(), key),
      tenant.rpc.createRoulette(rouletteRequest(), key),
    ]);
    expect(second.id).toBe(first.id);
    expect((await tenant.rpc.listRoulettes({})).count).toBe(1);
  });

  test("two parallel calls without a key create two roulettes", async () => {
    const tenant = service.newTenant();
    await Promise.all([tenant.rpc.createRoulette(rouletteRequest()), tenant.rpc.createRoulette(rouletteRequest())]);
    expect((await tenant.rpc.listRoulettes({})).count).toBe(2);
  });

  test("stores exactly what the preview showed, for any request", async () => {
    const tenant = service.newTenant();
    const itemId = await newItem(tenant);
    await fc.assert(
      fc.asyncProperty(requests(itemId), async (given) => {
        const { preview } = await tenant.rpc.proposeRoulette(rouletteRequest(given));
        const { id: rouletteId } = await tenant.rpc.createRoulette(rouletteRequest(given));
        const { id: _, totalSpins, createdAt, ...stored } = await tenant.rpc.getRoulette({ rouletteId });
        const { $typeName: __, ...shown } = preview!;
        const { $typeName: ___, ...kept } = stored;
        expect(kept).toEqual(shown);
        expect(totalSpins).toBe(0);
        expect(Date.parse(createdAt)).toBeLessThanOrEqual(Date.now());
      }),
      { numRuns: propertyRuns(25) },
    );
  });
});

describe("reading roulettes", () => {
  test("the list shows the newest first", async () => {
    const tenant = service.newTenant();
    const older = await createRoulette(tenant, { name: "Older" });
    const newer = await createRoulette(tenant, { name: "Newer", ...premium });
    const { items, count, hasMore } = await tenant.rpc.listRoulettes({});
    expect({ count, hasMore }).toEqual({ count: 2, hasMore: false });
    expect(items.map(({ id }) => id)).toEqual([newer, older]);
    expect(items[0]).toMatchObject({
      name: "Newer",
      isActive: true,
      totalSpins: 0,
      typeOfRoulette: { id: 2, name: "premium" },
    });
  });

  test("a roulette of another business gets the same answer as an unknown one", async () => {
    const rouletteId = await createRoulette(service.newTenant());
    const tenant = service.newTenant();
    const sentence = (id: string) =>
      tenant.rpc.getRoulette({ rouletteId: id }).then(
        () => "found",
        (error: Error) => error.message.replaceAll(id, "<id>"),
      );
    expect(await sentence(rouletteId)).toBe(await sentence("rlt_01jzzzzzzzzzzzzzzzzzzzzzzz"));
    expect(await sentence(rouletteId)).toMatch("Roulette not found or does not belong to this business");
    expect((await tenant.rpc.listRoulettes({})).count).toBe(0);
  });

  test("getTarget answers whether a roulette exists and is active, only for the own business", async () => {
    const tenant = service.newTenant();
    const id = await createRoulette(tenant);
    const idle = await createRoulette(tenant, { isActive: false });
    expect(await tenant.rpc.getTarget({ id })).toMatchObject({ exists: true, isActive: true });
    expect(await tenant.rpc.getTarget({ id: idle })).toMatchObject({ exists: true, isActive: false });
    expect(await tenant.rpc.getTarget({ id: "rlt_missing" })).toMatchObject({ exists: false, isActive: false });
    expect(await service.newTenant().rpc.getTarget({ id })).toMatchObject({ exists: false, isActive: false });
  });
});

/** Valid roulettes: any mixture of gifts that contains a Perder. */
function requests(itemId: string): fc.Arbitrary<Given> {
  const names: GiftTypeName[] = ["Fisico", "Porcentaje", "Points", "Perder"];
  const gift = fc
    .record({
      name: fc.constantFrom(...names),
      probability: fc.oneof(fc.integer({ min: 0, max: 100 }), fc.double({ min: 0, max: 1000, noNaN: true })),
      quantity: fc.integer({ min: 1, max: 50 }),
      emoji: fc.constantFrom("", "🎁"),
      winInterval: fc.integer({ min: 0, max: 9 }),
      guaranteedForFirstTimers: fc.boolean(),
      linked: fc.boolean(),
    })
    .map(({ name, linked, ...given }) =>
      giftRequest(name, { ...given, ...(name === "Fisico" && linked && { itemId }) }),
    );
  return fc
    .record({
      gifts: fc.array(gift, { minLength: 0, maxLength: 6 }).map((some) => [...some, giftRequest("Perder")]),
      name: fc.string({ minLength: 1, maxLength: 40 }).filter((name) => name.trim() !== ""),
      timeToWin: fc.integer({ min: 0, max: 60 }),
      isActive: fc.boolean(),
      timeUnit: fc.constantFrom("hours", "days"),
      timeToExpire: fc.integer({ min: 1, max: 1000 }),
      maxWins: fc.integer({ min: 1, max: 100 }),
      isPremium: fc.boolean(),
    })
    .map(({ isPremium, ...given }) => ({ ...given, ...(isPremium && premium) }));
}
