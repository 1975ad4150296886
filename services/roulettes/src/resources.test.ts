import { startTestService, type TestService } from "@tenant-ops/kit/testing";
import { ResourceService } from "@tenant-ops/proto/common";
import { fieldDocs } from "@tenant-ops/proto";
import { GiftSchema, RouletteRequestSchema, type RoulettesService } from "@tenant-ops/proto/roulettes";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listGiftTypes, officialCatalogue } from "./gifts/gift-types.rules.js";
import type { GiftType, RouletteType } from "./gifts/gift-types.rules.js";
import { roulettes } from "./roulettes.js";
import { giftRequest, rouletteRequest } from "./testing.js";

let service: TestService<typeof RoulettesService>;
beforeAll(async () => void (service = await startTestService(roulettes)));
afterAll(() => service.close());

const resources = () => service.newTenant().rpcOf(ResourceService);
const textOf = async (uri: string) => (await resources().readResource({ uri })).text;

describe("the catalogue", () => {
  test("is written when the service starts, and a second start changes nothing", async () => {
    const { db } = service.running.context;
    const read = async () => ({
      giftTypes: await db.shared<GiftType>("giftTypes").find().sort({ _id: 1 }).toArray(),
      rouletteTypes: await db.shared<RouletteType>("rouletteTypes").find().sort({ id: 1 }).toArray(),
    });
    expect(await read()).toEqual(officialCatalogue);
    await Promise.all([roulettes.prepare?.(db), roulettes.prepare?.(db)]);
    expect(await read()).toEqual(officialCatalogue);
  });

  test("never changes its ids, because tenants store them", () => {
    expect(officialCatalogue.giftTypes.map(({ name, _id }) => [name, _id])).toEqual([
      ["Fisico", "gty_01m7w9ascnfzt8zhg9dkdzgnky"],
      ["Porcentaje", "gty_01m7w9ascqfzt8zhgpz9k6teeh"],
      ["Perder", "gty_01m7w9ascqfzt8zhgz9avbj1xg"],
      ["Points", "gty_01m7w9ascqfzt8zhh49dcyjf9p"],
    ]);
    expect(officialCatalogue.rouletteTypes.map(({ id, name }) => [id, name])).toEqual([
      [1, "standard"],
      [2, "premium"],
    ]);
  });
});

describe("the schema of roulettes_propose_roulette", () => {
  const described = (name: string) => {
    const fields = [RouletteRequestSchema, GiftSchema].flatMap(({ typeName }) => fieldDocs[typeName]?.fields ?? []);
    return fields.find((field) => field.name === name)?.description;
  };

  test("names every gift type with its id, because many hosts read no resource", () => {
    expect(described("typeOfGift")).toBe(`One of: ${listGiftTypes(officialCatalogue.giftTypes)}.`);
  });

  test("names every roulette type with its number", () => {
    const [standard, premium, ...others] = officialCatalogue.rouletteTypes;
    expect(described("roulette_type_id")).toBe(
      `${standard?.id} is ${standard?.name}, ${premium?.id} is ${premium?.name}.`,
    );
    expect(others).toEqual([]);
  });
});

describe("the resources", () => {
  test("have the names of the specification", async () => {
    const { resources: listed } = await resources().listResources({});
    expect(listed.map(({ uri, name }) => [uri, name])).toEqual([
      ["service://roulettes/schema/gifts", "roulettes_gift_types"],
      ["service://roulettes/schema/fields", "roulettes_field_reference"],
    ]);
  });

  test("the gifts resource alone is enough to propose every type it lists", async () => {
    const text = await textOf("service://roulettes/schema/gifts");
    const types = [...text.matchAll(/^\| `(\w+)` \| `(gty_\w+)` \|/gm)].map(([, name = "", id = ""]) => ({ name, id }));
    expect(types).toHaveLength(4);
    const options = [...text.matchAll(/^\| (\d+) \| `(\w+)` \| (yes|no) \|/gm)];
    expect(options).toHaveLength(2);
    const gifts = types.map((typeOfGift) => giftRequest("Fisico", { value: typeOfGift.name, typeOfGift }));
    for (const [, id, rouletteTypeName = ""] of options) {
      const request = rouletteRequest({ gifts, rouletteTypeId: Number(id), rouletteTypeName });
      const { preview } = await service.newTenant().rpc.proposeRoulette(request);
      expect(preview?.gifts).toHaveLength(4);
    }
  });

  test("contain every field, and the remedy of every refusal", async () => {
    const fields = await textOf("service://roulettes/schema/fields");
    for (const name of ["`available_stock`", "`typeOfRoulette`", "`totalSpins`", "`max_wins`", "`winInterval`"]) {
      expect(fields).toContain(name);
    }
    expect(fields).toContain("`max_wins_reached`");
    expect(await textOf("service://roulettes/schema/gifts")).toContain("`lose_gift_required`");
  });
});
