import { propertyRuns, shareTestService, type SharedTestService } from "@tenant-ops/kit/testing";
import type { RoulettesService } from "@tenant-ops/proto/roulettes";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { roulettes } from "../roulettes.js";
import { itemRequest } from "../testing.js";

let service: SharedTestService<typeof RoulettesService>;
beforeAll(async () => void (service = await shareTestService(roulettes)));

describe.each(["proposeItem", "createItem"] as const)("%s", (rpc) => {
  test.each([
    ["no name", { name: "" }, "invalid_argument"],
    ["a blank name", { name: "   " }, "invalid_argument"],
    ["a negative stock", { availableStock: -1 }, "invalid_argument"],
    ["a currency in small letters", { currency: "mxn" }, "invalid_argument"],
    ["a currency that does not exist", { currency: "QQQ" }, "unknown_currency"],
  ])("refuses %s, and nothing is written", async (_, given, code) => {
    const tenant = service.newTenant();
    const writes = await tenant.writesDuring(() =>
      expect(tenant.rpc[rpc](itemRequest(given))).rejects.toMatchObject({ code }),
    );
    expect(writes).toEqual([]);
    expect((await tenant.rpc.listRouletteItems({})).count).toBe(0);
  });
});

describe("roulettes_propose_item", () => {
  test("shows the item with the business's country and the defaults, and writes nothing", async () => {
    const tenant = service.newTenant({ country: "CO" });
    const writes = await tenant.writesDuring(async () => {
      const { preview, checks, warnings } = await tenant.rpc.proposeItem(itemRequest());
      expect(preview).toMatchObject({
        name: "Termo de acero",
        availableStock: 10,
        enabledInRewards: true,
        description: "",
        currency: "MXN",
        trackStock: true,
        country: "CO",
      });
      expect(checks.map(({ name, ok }) => [name, ok])).toEqual([
        ["name_is_new", true],
        ["usable_as_prize", true],
      ]);
      expect(warnings).toEqual([]);
    });
    expect(writes).toEqual([]);
  });

  test("warns of a name in use and of an item that cannot be a prize", async () => {
    const tenant = service.newTenant();
    const { id } = await tenant.rpc.createItem(itemRequest());
    const { checks, warnings } = await tenant.rpc.proposeItem(
      itemRequest({ availableStock: 0, enabledInRewards: false, currency: "" }),
    );
    expect(checks.map(({ ok }) => ok)).toEqual([false, false]);
    expect(warnings).toHaveLength(3);
    expect(warnings[0]).toContain(id);
  });
});

describe("roulettes_create_item", () => {
  test("answers id, name and status, and the item is listed, the newest first", async () => {
    const tenant = service.newTenant();
    await tenant.rpc.createItem(itemRequest({ name: "Older" }));
    const created = await tenant.rpc.createItem(itemRequest({ name: "Newer" }));
    expect(created).toMatchObject({ id: expect.stringMatching(/^itm_/) as string, name: "Newer", status: "created" });
    const { items, count, hasMore } = await tenant.rpc.listRouletteItems({});
    expect({ count, hasMore, names: items.map(({ name }) => name) }).toEqual({
      count: 2,
      hasMore: false,
      names: ["Newer", "Older"],
    });
    expect(items[0]).toMatchObject({ id: created.id, availableStock: 10, enabledInRewards: true });
  });

  test("two parallel calls with the same key create one item", async () => {
    const tenant = service.newTenant();
    const create = () => tenant.rpc.createItem(itemRequest(), { idempotencyKey: "same" });
    const [first, second] = await Promise.all([create(), create()]);
    expect(second.id).toBe(first.id);
    expect((await tenant.rpc.listRouletteItems({})).count).toBe(1);
  });

  test("stores exactly what the preview showed, for any request", async () => {
    const tenant = service.newTenant();
    const requests = fc.record({
      name: fc.string({ minLength: 1, maxLength: 40 }).filter((name) => name.trim() !== ""),
      availableStock: fc.integer({ min: 0, max: 2_147_483_647 }),
      description: fc.string({ maxLength: 100 }),
      currency: fc.constantFrom("", "MXN", "USD", "COP"),
      trackStock: fc.boolean(),
      enabledInRewards: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(requests, async (given) => {
        const { preview } = await tenant.rpc.proposeItem(itemRequest(given));
        const created = await tenant.rpc.createItem(itemRequest(given));
        const { items } = await tenant.rpc.listRouletteItems({});
        const { id, $typeName: _, ...kept } = items.find((item) => item.id === created.id)!;
        const { $typeName: __, ...shown } = preview!;
        expect(kept).toEqual(shown);
        expect(id).toBe(created.id);
      }),
      { numRuns: propertyRuns(25) },
    );
  });

  test("another business does not see it", async () => {
    await service.newTenant().rpc.createItem(itemRequest());
    expect((await service.newTenant().rpc.listRouletteItems({})).items).toEqual([]);
  });
});
