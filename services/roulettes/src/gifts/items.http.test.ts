import { shareTestService, type SharedTestService } from "@tenant-ops/kit/testing";
import type { RoulettesService } from "@tenant-ops/proto/roulettes";
import { beforeAll, describe, expect, test } from "vitest";
import { send, sendAsOther } from "../http.testing.js";
import { roulettes } from "../roulettes.js";
import { itemRequest } from "../testing.js";

let service: SharedTestService<typeof RoulettesService>;
beforeAll(async () => void (service = await shareTestService(roulettes)));

const root = "/v1/public/roulette-items";
const cap = { name: "Cap", available_stock: 5 };

describe("POST /v1/public/roulette-items", () => {
  test("creates what GET, the list and the tool show, with the defaults of the tool", async () => {
    const tenant = service.newTenant();
    const { status, body } = await send(tenant, "POST", root, cap);
    expect(status).toBe(201);
    expect(body).toEqual({
      ...cap,
      _id: expect.stringMatching(/^itm_/) as string,
      enabled_in_rewards: true,
      description: "",
      currency: "MXN",
      track_stock: true,
      country: "MX",
      createdAt: expect.stringMatching(/Z$/) as string,
    });
    expect(await send(tenant, "GET", `${root}/${String(body["_id"])}`)).toMatchObject({ status: 200, body });
    expect((await send(tenant, "GET", root)).body).toEqual({ items: [body], count: 1, has_more: false });
    expect((await tenant.rpc.listRouletteItems({})).items).toMatchObject([{ name: "Cap", availableStock: 5 }]);
  });

  test("of two with one Idempotency-Key at once one is made, and both get it", async () => {
    const tenant = service.newTenant();
    const [first, second] = await Promise.all([
      send(tenant, "POST", root, cap, "k-1"),
      send(tenant, "POST", root, cap, "k-1"),
    ]);
    expect(second.body).toEqual(first.body);
    expect((await send(tenant, "GET", root)).body).toMatchObject({ count: 1 });
  });

  test.each([
    ["unknown_currency", { currency: "XYZ" }, "currency"],
    ["invalid_argument", { currency: "pesos" }, "currency"],
    ["invalid_argument", { available_stock: -1 }, "available_stock"],
    ["invalid_argument", { availableStock: 1 }, "availableStock: is not known here"],
    ["invalid_argument", { name: " " }, "name"],
    ["invalid_argument", { country: "US" }, "country"],
  ])("is refused with %s for %j", async (error, given, detail) => {
    const answer = await send(service.newTenant(), "POST", root, { ...cap, ...given });
    expect([answer.status, answer.body["error"]]).toEqual([422, error]);
    expect(answer.body["detail"]).toContain(detail);
  });
});

test("the list is read page by page, newest first, or only what may be a prize", async () => {
  const tenant = service.newTenant();
  const ids: string[] = [];
  for (const enabledInRewards of [true, false, true]) {
    ids.unshift((await tenant.rpc.createItem(itemRequest({ enabledInRewards }))).id);
  }
  const list = async (query: string) => {
    const { body } = await send(tenant, "GET", `${root}${query}`);
    return { ids: (body["items"] as { _id: string }[]).map(({ _id }) => _id), cursor: body["next_cursor"] };
  };
  const first = await list("?limit=2");
  const second = await list(`?limit=2&cursor=${String(first.cursor)}`);
  expect([...first.ids, ...second.ids]).toEqual(ids);
  expect((await list("?enabled_in_rewards=false")).ids).toEqual([ids[1]]);
  expect((await list("?enabled_in_rewards=true")).ids).toEqual([ids[0], ids[2]]);
  expect((await send(service.newTenant(), "GET", root)).body).toMatchObject({ count: 0 });
  expect((await send(tenant, "GET", `${root}?enabledInRewards=true`)).body["detail"]).toBe(
    "query parameter enabledInRewards: is not known here.",
  );
});

describe("PATCH /v1/public/roulette-items/{id}", () => {
  test("changes what is sent and answers the item as GET shows it; a repeat answers the same", async () => {
    const tenant = service.newTenant();
    const created = await send(tenant, "POST", root, { ...cap, description: "Red" });
    const path = `${root}/${String(created.body["_id"])}`;
    const changes = { name: "Gorra", description: "", track_stock: false, enabled_in_rewards: false };
    const first = await send(tenant, "PATCH", path, changes, "k-1");
    expect(first).toMatchObject({ status: 200, body: { ...created.body, ...changes } });
    const second = await send(tenant, "PATCH", path, { name: "Cap" });
    expect(second.body).toEqual({ ...first.body, name: "Cap" });
    expect(await send(tenant, "PATCH", path, changes, "k-1")).toEqual({ ...first, replayed: true });
    expect((await send(tenant, "GET", path)).body).toEqual(second.body);
  });

  test.each([
    ["send at least one field", {}],
    ["name", { name: "" }],
    ["available_stock", { available_stock: 9 }],
    ["currency", { currency: "USD" }],
  ])("refuses %s, with a sentence about it", async (detail, body) => {
    const tenant = service.newTenant();
    const { id } = await tenant.rpc.createItem(itemRequest());
    const answer = await send(tenant, "PATCH", `${root}/${id}`, body);
    expect([answer.status, answer.body["error"]]).toEqual([422, "invalid_argument"]);
    expect(answer.body["detail"]).toContain(detail);
  });
});

describe("POST /v1/public/roulette-items/{id}/stock", () => {
  test("adds units and takes some away; a repeat with the same key changes nothing more", async () => {
    const tenant = service.newTenant();
    const created = await send(tenant, "POST", root, cap);
    const path = `${root}/${String(created.body["_id"])}`;
    const first = await send(tenant, "POST", `${path}/stock`, { addUnits: 3 }, "k-1");
    expect(first).toMatchObject({ status: 200, body: { ...created.body, available_stock: 8 } });
    await send(tenant, "POST", `${path}/stock`, { addUnits: -6 }, "k-2");
    expect(await send(tenant, "POST", `${path}/stock`, { addUnits: 3 }, "k-1")).toEqual({ ...first, replayed: true });
    expect((await send(tenant, "GET", path)).body).toMatchObject({ available_stock: 2 });
  });

  test("of two at once that would take the last units exactly one succeeds", async () => {
    const tenant = service.newTenant();
    const { id } = await tenant.rpc.createItem(itemRequest({ availableStock: 3 }));
    const take = () => send(tenant, "POST", `${root}/${id}/stock`, { addUnits: -2 });
    const answers = await Promise.all([take(), take()]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 422]));
    expect(answers.find(({ status }) => status === 422)?.body).toMatchObject({
      error: "too_few_units",
      detail: "addUnits: 2 would be taken away; 1 are left.",
    });
  });

  test.each([{ addUnits: 0 }, { addUnits: 1_000_001 }, { addUnits: "2" }, { add_units: 2 }])(
    "refuses %j",
    async (body) => {
      const tenant = service.newTenant();
      const { id } = await tenant.rpc.createItem(itemRequest());
      const answer = await send(tenant, "POST", `${root}/${id}/stock`, body);
      expect([answer.status, answer.body["error"]]).toEqual([422, "invalid_argument"]);
    },
  );
});

test.each<[string, (id: string) => [string, string, unknown?]]>([
  ["GET", (id) => ["GET", `${root}/${id}`]],
  ["PATCH", (id) => ["PATCH", `${root}/${id}`, { name: "Mine" }]],
  ["stock", (id) => ["POST", `${root}/${id}/stock`, { addUnits: 1 }]],
])("%s: an item of another business is answered like one that does not exist", async (_name, request) => {
  const owner = service.newTenant();
  const { id } = await owner.rpc.createItem(itemRequest());
  const before = await send(owner, "GET", `${root}/${id}`);
  const [other, unknown] = await sendAsOther(service.newTenant(), [id, "itm_missing"], request);
  expect(other).toEqual(unknown);
  expect(other).toMatchObject({ status: 404, body: { error: "roulette_item_not_found" } });
  expect(other?.body["detail"]).toContain("GET /v1/public/roulette-items lists the valid ids.");
  expect(await send(owner, "GET", `${root}/${id}`)).toEqual(before);
});

test("items are found by any word of their name, among those that may be a prize; another business finds nothing", async () => {
  const tenant = service.newTenant();
  for (const [name, enabled] of [
    ["Gorra azul", true],
    ["gorra roja", false],
    ["Taza", true],
  ])
    await send(tenant, "POST", root, { ...cap, name, enabled_in_rewards: enabled });
  const find = async (query: string, of = tenant) => {
    const { body } = await send(of, "GET", `${root}?search=${query}`);
    return (body["items"] as { name: string }[]).map(({ name }) => name);
  };
  expect(await find("gor")).toEqual(["gorra roja", "Gorra azul"]);
  expect(await find("roja")).toEqual(["gorra roja"]);
  expect(await find("gor&enabled_in_rewards=true")).toEqual(["Gorra azul"]);
  expect(await find("gor", service.newTenant())).toEqual([]);
  const [taza] = (await send(tenant, "GET", `${root}?search=taza`)).body["items"] as { _id: string }[];
  await send(tenant, "PATCH", `${root}/${taza?._id}`, { name: "Vaso" });
  expect([await find("taza"), await find("vaso")]).toEqual([[], ["Vaso"]]);
});
