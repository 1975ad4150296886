import { shareTestService, type SharedTestService } from "@tenant-ops/kit/testing";
import type { RoulettesService } from "@tenant-ops/proto/roulettes";
import { beforeAll, describe, expect, test } from "vitest";
import { roulettes } from "../roulettes.js";
import { createRoulette, giftRequest, itemRequest, type RoulettesTenant, spin, stored } from "../testing.js";

let service: SharedTestService<typeof RoulettesService>;
beforeAll(async () => void (service = await shareTestService(roulettes)));

const gifts = [giftRequest("Points", { quantity: 5 }), giftRequest("Perder", { probability: 0 })];

const readQuantity = async (tenant: RoulettesTenant, rouletteId: string) =>
  (await stored(tenant, rouletteId)).roulette.gifts[0]?.quantity;

describe("roulettes_propose_gift_units and roulettes_approve_gift_units", () => {
  test("the preview shows the remaining units before and after, and writes nothing; the approval does just that", async () => {
    const tenant = service.newTenant();
    const rouletteId = await createRoulette(tenant, { gifts, isActive: false });
    const request = { rouletteId, giftIndex: 0, addUnits: 20 };
    const writes = await tenant.writesDuring(async () => {
      const { preview, checks, warnings } = await tenant.rpc.proposeGiftUnits(request);
      expect(preview).toMatchObject({
        rouletteId,
        giftIndex: 0,
        name: "Verano",
        value: "Points",
        quantityBefore: 5,
        quantityAfter: 25,
      });
      expect({ checks, warnings }).toMatchObject({ checks: [{ name: "quantity_is_limited", ok: true }], warnings: [] });
    });
    expect(writes).toEqual([]);
    expect(await tenant.rpc.approveGiftUnits(request)).toMatchObject({ rouletteId, giftIndex: 0, quantity: 25 });
    expect(await readQuantity(tenant, rouletteId)).toBe(25);
  });

  test("takes units away, down to none, and the preview says that it cannot be won any more", async () => {
    const tenant = service.newTenant();
    const rouletteId = await createRoulette(tenant, { gifts });
    const request = { rouletteId, giftIndex: 0, addUnits: -5 };
    expect((await tenant.rpc.proposeGiftUnits(request)).warnings).toContain(
      "gifts[0] can never be won: its quantity is 0.",
    );
    await tenant.rpc.approveGiftUnits(request);
    expect((await spin(tenant, rouletteId, "ana")).answer.result).toBe("lost");
  });

  test("warns when more units can be won than the item has in stock", async () => {
    const tenant = service.newTenant();
    const { id: itemId } = await tenant.rpc.createItem(itemRequest({ availableStock: 6 }));
    const physical = [giftRequest("Fisico", { itemId, quantity: 5 }), giftRequest("Perder")];
    const rouletteId = await createRoulette(tenant, { gifts: physical });
    const { warnings } = await tenant.rpc.proposeGiftUnits({ rouletteId, giftIndex: 0, addUnits: 2 });
    expect(warnings).toContain(`7 units of item ${itemId} can be won, but only 6 are in stock.`);
  });

  test.each([
    ["0 units", "invalid_argument", { giftIndex: 0, addUnits: 0 }, "nothing would change"],
    ["more units than are left", "too_few_units", { giftIndex: 0, addUnits: -6 }, "6 would be taken away; 5 are left"],
    ["a gift that does not exist", "invalid_argument", { giftIndex: 2, addUnits: 1 }, "the gifts 0 to 1"],
    ["a gift without a quantity", "invalid_argument", { giftIndex: 1, addUnits: 1 }, "gift 1 has no quantity"],
    ["a million and one", "invalid_argument", { giftIndex: 0, addUnits: 1_000_001 }, "add_units"],
  ])("both refuse %s with %s, and nothing changes", async (_, code, given, sentence) => {
    const tenant = service.newTenant();
    const rouletteId = await createRoulette(tenant, { gifts });
    for (const rpc of ["proposeGiftUnits", "approveGiftUnits"] as const) {
      const call = tenant.rpc[rpc]({ rouletteId, ...given });
      await expect(call).rejects.toMatchObject({ code, detail: expect.stringContaining(sentence) as string });
    }
    expect(await readQuantity(tenant, rouletteId)).toBe(5);
  });

  test("units that are won between the preview and the approval are not given twice", async () => {
    const tenant = service.newTenant();
    const rouletteId = await createRoulette(tenant, { gifts, maxWins: 9 });
    const request = { rouletteId, giftIndex: 0, addUnits: 10 };
    expect((await tenant.rpc.proposeGiftUnits(request)).preview).toMatchObject({ quantityAfter: 15 });
    for (const user of ["ana", "eva"]) await spin(tenant, rouletteId, user);
    expect((await tenant.rpc.approveGiftUnits(request)).quantity).toBe(13);
  });

  test("an approval is refused when the units were taken away since the preview", async () => {
    const tenant = service.newTenant();
    const rouletteId = await createRoulette(tenant, { gifts });
    const request = { rouletteId, giftIndex: 0, addUnits: -5 };
    await tenant.rpc.proposeGiftUnits(request);
    await spin(tenant, rouletteId, "ana");
    await expect(tenant.rpc.approveGiftUnits(request)).rejects.toMatchObject({ code: "too_few_units" });
    expect(await readQuantity(tenant, rouletteId)).toBe(4);
  });

  test("of two at once that take all units one is carried out; of five that add all are", async () => {
    const tenant = service.newTenant();
    const rouletteId = await createRoulette(tenant, { gifts });
    const send = (addUnits: number) => tenant.rpc.approveGiftUnits({ rouletteId, giftIndex: 0, addUnits });
    const results = await Promise.allSettled([send(-5), send(-5)]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    await Promise.all([1, 2, 3, 4, 5].map(send));
    expect(await readQuantity(tenant, rouletteId)).toBe(15);
  });

  test("sent twice with one idempotency key it adds once and answers the same", async () => {
    const tenant = service.newTenant();
    const rouletteId = await createRoulette(tenant, { gifts });
    const send = () =>
      tenant.rpc.approveGiftUnits({ rouletteId, giftIndex: 0, addUnits: 3 }, { idempotencyKey: "yes-1" });
    expect(await Promise.all([send(), send()])).toMatchObject([{ quantity: 8 }, { quantity: 8 }]);
    expect(await readQuantity(tenant, rouletteId)).toBe(8);
  });

  test("a roulette of another business is not found, and stays", async () => {
    const owner = service.newTenant();
    const rouletteId = await createRoulette(owner, { gifts });
    const { rpc } = service.newTenant();
    const request = { rouletteId, giftIndex: 0, addUnits: 1 };
    await expect(rpc.proposeGiftUnits(request)).rejects.toMatchObject({ code: "roulette_not_found" });
    await expect(rpc.approveGiftUnits(request)).rejects.toMatchObject({ code: "roulette_not_found" });
    expect(await readQuantity(owner, rouletteId)).toBe(5);
  });
});
