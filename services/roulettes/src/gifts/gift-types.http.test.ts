import { shareTestService, type SharedTestService } from "@tenant-ops/kit/testing";
import type { RoulettesService } from "@tenant-ops/proto/roulettes";
import { beforeAll, expect, test } from "vitest";
import { officialCatalogue } from "./gift-types.rules.js";
import { send } from "../http.testing.js";
import { roulettes } from "../roulettes.js";

let service: SharedTestService<typeof RoulettesService>;
beforeAll(async () => void (service = await shareTestService(roulettes)));

test("every business reads the same types, with the ids and names that a roulette needs", async () => {
  const tenant = service.newTenant();
  const giftTypes = await send(tenant, "GET", "/v1/public/gift-types");
  expect(giftTypes.body).toMatchObject({ count: 4, has_more: false });
  expect(giftTypes.body["items"]).toEqual(expect.arrayContaining([...officialCatalogue.giftTypes]));
  const rouletteTypes = await send(tenant, "GET", "/v1/public/roulette-types");
  expect(rouletteTypes.body["items"]).toMatchObject([
    { _id: 1, name: "standard", supportsExpiry: false },
    { _id: 2, name: "premium", supportsExpiry: true },
  ]);
  expect((await send(service.newTenant(), "GET", "/v1/public/gift-types")).body).toEqual(giftTypes.body);
});

test("the types are read page by page, each once", async () => {
  const tenant = service.newTenant();
  const names: string[] = [];
  let cursor = "";
  do {
    const { body } = await send(tenant, "GET", `/v1/public/gift-types?limit=3&cursor=${cursor}`);
    const page = body as { items: { name: string }[]; next_cursor?: string };
    names.push(...page.items.map(({ name }) => name));
    cursor = page.next_cursor ?? "";
  } while (cursor);
  expect(names).toHaveLength(4);
  expect(new Set(names)).toEqual(new Set(["Fisico", "Perder", "Points", "Porcentaje"]));
});

test.each(["limit=0", "cursor=x", "name=Perder"])("refuses ?%s", async (query) => {
  expect((await send(service.newTenant(), "GET", `/v1/public/gift-types?${query}`)).status).toBe(422);
});
