import { shareTestService, type SharedTestService } from "@tenant-ops/kit/testing";
import type { RoulettesService } from "@tenant-ops/proto/roulettes";
import { beforeAll, describe, expect, test } from "vitest";
import { roulettes } from "../roulettes.js";
import { createRoulette, giftRequest, itemRequest, type RoulettesTenant, spin } from "../testing.js";

let service: SharedTestService<typeof RoulettesService>;
beforeAll(async () => void (service = await shareTestService(roulettes)));

type Given = Parameters<typeof itemRequest>[0];

const createItem = async (tenant: RoulettesTenant, given: Given = {}): Promise<string> =>
  (await tenant.rpc.createItem(itemRequest(given))).id;

const readItem = async (tenant: RoulettesTenant, itemId: string) =>
  (await tenant.rpc.listRouletteItems({})).items.find(({ id }) => id === itemId);

/** A roulette whose every spin wins the item while it is available. */
const rouletteOf = (tenant: RoulettesTenant, itemId: string) =>
  createRoulette(tenant, {
    gifts: [giftRequest("Fisico", { itemId, quantity: 50 }), giftRequest("Perder", { probability: 0 })],
    maxWins: 9,
  });

describe("roulettes_propose_update_item and roulettes_approve_update_item", () => {
  test("the preview shows before and after, and writes nothing; the approval does just that", async () => {
    const tenant = service.newTenant();
    const itemId = await createItem(tenant, { description: "De acero" });
    const update = { itemId, name: " Gorra ", description: "", trackStock: false };
    const before = await readItem(tenant, itemId);
    const writes = await tenant.writesDuring(async () => {
      const { preview, checks, warnings } = await tenant.rpc.proposeUpdateItem(update);
      expect(preview).toMatchObject({
        itemId,
        changed: ["name", "description", "track_stock"],
        before: { name: "Termo de acero", description: "De acero", trackStock: true },
        after: { name: "Gorra", description: "", trackStock: false, availableStock: 10 },
      });
      expect(checks).toMatchObject([
        { name: "changes_something", ok: true },
        { name: "name_is_new", ok: true },
      ]);
      expect(warnings).toEqual(["Wins do not reduce its stock from then on."]);
    });
    expect(writes).toEqual([]);
    expect(await tenant.rpc.approveUpdateItem(update)).toMatchObject({ itemId, updated: true });
    expect(await readItem(tenant, itemId)).toEqual({ ...before, name: "Gorra", description: "", trackStock: false });
  });

  test("warns of a name in use, and of an update that changes nothing", async () => {
    const tenant = service.newTenant();
    const [itemId, other] = [await createItem(tenant), await createItem(tenant, { name: "Gorra" })];
    expect((await tenant.rpc.proposeUpdateItem({ itemId, name: "GORRA" })).warnings).toEqual([
      `An item of this name exists: ${other}. Use it unless you mean a second one.`,
    ]);
    const same = await tenant.rpc.proposeUpdateItem({ itemId, name: "Termo de acero" });
    expect(same.warnings).toEqual(["Nothing would change: the item has these values already."]);
    expect(same.checks).toMatchObject([{ ok: false }]);
  });

  test("a disabled item is not won any more, and is won again once it is enabled", async () => {
    const tenant = service.newTenant();
    const itemId = await createItem(tenant);
    const rouletteId = await rouletteOf(tenant, itemId);
    const results: string[] = [];
    for (const enabledInRewards of [false, true]) {
      await tenant.rpc.approveUpdateItem({ itemId, enabledInRewards });
      results.push((await spin(tenant, rouletteId, "ana")).answer.result);
    }
    expect(results).toEqual(["lost", "won"]);
  });

  test.each([{ name: " " }, { name: "" }, { description: "x".repeat(2001) }])("both refuse %j", async (given) => {
    const tenant = service.newTenant();
    const itemId = await createItem(tenant);
    for (const rpc of ["proposeUpdateItem", "approveUpdateItem"] as const) {
      await expect(tenant.rpc[rpc]({ itemId, ...given })).rejects.toMatchObject({ code: "invalid_argument" });
    }
  });

  test("two updates at once of different parameters are both kept; the same one twice answers the same", async () => {
    const tenant = service.newTenant();
    const itemId = await createItem(tenant);
    await Promise.all([
      tenant.rpc.approveUpdateItem({ itemId, name: "Gorra" }),
      tenant.rpc.approveUpdateItem({ itemId, description: "Azul" }),
    ]);
    expect(await readItem(tenant, itemId)).toMatchObject({ name: "Gorra", description: "Azul" });
    const send = () => tenant.rpc.approveUpdateItem({ itemId, name: "Termo" }, { idempotencyKey: "yes-1" });
    const first = await send();
    await tenant.rpc.approveUpdateItem({ itemId, name: "Vaso" });
    expect(await send()).toEqual(first);
    expect(await readItem(tenant, itemId)).toMatchObject({ name: "Vaso" });
  });

  test("an item of another business is not found, and stays", async () => {
    const owner = service.newTenant();
    const itemId = await createItem(owner);
    const { rpc } = service.newTenant();
    await expect(rpc.proposeUpdateItem({ itemId, name: "x" })).rejects.toMatchObject({
      code: "roulette_item_not_found",
    });
    await expect(rpc.approveUpdateItem({ itemId, name: "x" })).rejects.toMatchObject({
      code: "roulette_item_not_found",
    });
    expect(await readItem(owner, itemId)).toMatchObject({ name: "Termo de acero" });
  });
});

describe("roulettes_propose_item_stock and roulettes_approve_item_stock", () => {
  test("the preview shows the stock before and after, and writes nothing; the approval does just that", async () => {
    const tenant = service.newTenant();
    const itemId = await createItem(tenant);
    const request = { itemId, addUnits: 15 };
    const writes = await tenant.writesDuring(async () => {
      const { preview, checks, warnings } = await tenant.rpc.proposeItemStock(request);
      expect(preview).toMatchObject({ itemId, name: "Termo de acero", stockBefore: 10, stockAfter: 25 });
      expect({ checks, warnings }).toMatchObject({ checks: [{ name: "usable_as_prize", ok: true }], warnings: [] });
    });
    expect(writes).toEqual([]);
    expect(await tenant.rpc.approveItemStock(request)).toMatchObject({ itemId, availableStock: 25 });
    expect(await readItem(tenant, itemId)).toMatchObject({ availableStock: 25 });
  });

  test("an item without stock is won again after units arrived", async () => {
    const tenant = service.newTenant();
    const itemId = await createItem(tenant, { availableStock: 1 });
    const rouletteId = await rouletteOf(tenant, itemId);
    const results = [await spin(tenant, rouletteId, "ana"), await spin(tenant, rouletteId, "eva")];
    await tenant.rpc.approveItemStock({ itemId, addUnits: 1 });
    results.push(await spin(tenant, rouletteId, "leo"), await spin(tenant, rouletteId, "ida"));
    expect(results.map(({ answer }) => answer.result)).toEqual(["won", "lost", "won", "lost"]);
  });

  test("while users win it, every unit is counted once", async () => {
    const tenant = service.newTenant();
    const itemId = await createItem(tenant, { availableStock: 40 });
    const rouletteId = await rouletteOf(tenant, itemId);
    const spins = Promise.all(Array.from({ length: 20 }, (_, index) => spin(tenant, rouletteId, `user-${index}`)));
    async function changeMeanwhile(): Promise<void> {
      for (const addUnits of [5, -3, 5, -3, 5]) await tenant.rpc.approveItemStock({ itemId, addUnits });
    }
    const [answers] = await Promise.all([spins, changeMeanwhile()]);
    expect(answers.map(({ answer }) => answer.result)).toEqual(answers.map(() => "won"));
    expect(await readItem(tenant, itemId)).toMatchObject({ availableStock: 40 + 9 - 20 });
  });

  test.each([
    ["0 units", "invalid_argument", 0],
    ["more units than there are", "too_few_units", -11],
    ["more than can be counted", "invalid_argument", 1_000_000],
  ])("both refuse %s with %s, and nothing changes", async (_, code, addUnits) => {
    const tenant = service.newTenant();
    const availableStock = addUnits > 0 ? 2_147_483_000 : 10;
    const itemId = await createItem(tenant, { availableStock });
    for (const rpc of ["proposeItemStock", "approveItemStock"] as const) {
      await expect(tenant.rpc[rpc]({ itemId, addUnits })).rejects.toMatchObject({ code });
    }
    expect(await readItem(tenant, itemId)).toMatchObject({ availableStock });
  });

  test("of two at once that take all units one is carried out; the same one twice is one", async () => {
    const tenant = service.newTenant();
    const itemId = await createItem(tenant);
    const send = (addUnits: number, idempotencyKey?: string) =>
      tenant.rpc.approveItemStock({ itemId, addUnits }, idempotencyKey ? { idempotencyKey } : {});
    const results = await Promise.allSettled([send(-10), send(-10)]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(await Promise.all([send(4, "yes-1"), send(4, "yes-1")])).toMatchObject([
      { availableStock: 4 },
      { availableStock: 4 },
    ]);
    expect(await readItem(tenant, itemId)).toMatchObject({ availableStock: 4 });
  });

  test("an item of another business is not found, and stays", async () => {
    const owner = service.newTenant();
    const itemId = await createItem(owner);
    const { rpc } = service.newTenant();
    const request = { itemId, addUnits: 1 };
    await expect(rpc.proposeItemStock(request)).rejects.toMatchObject({ code: "roulette_item_not_found" });
    await expect(rpc.approveItemStock(request)).rejects.toMatchObject({ code: "roulette_item_not_found" });
    expect(await readItem(owner, itemId)).toMatchObject({ availableStock: 10 });
  });
});
