import { startTestService, type TestService } from "@tenant-ops/kit/testing";
import type { RoulettesService } from "@tenant-ops/proto/roulettes";
import { afterAll, beforeAll, expect, test } from "vitest";
import { roulettes } from "./roulettes.js";
import { createRoulette, itemRequest, rouletteRequest } from "./testing.js";

let service: TestService<typeof RoulettesService>;
beforeAll(async () => void (service = await startTestService(roulettes)));
afterAll(() => service.close());

const toWarning = (kind: string, id: string) =>
  `${kind} of this name exists: ${id}. Use it unless you mean a second one.`;

test("a roulette with the name of another one, in other case or with other accents, warns in the preview", async () => {
  const { rpc } = service.newTenant();
  const { id } = await rpc.createRoulette(rouletteRequest({ name: "Sorteo de Mérida" }));
  const same = rouletteRequest({ name: "SORTEO de merida" });
  const { checks, warnings } = await rpc.proposeRoulette(same);
  expect(checks).toContainEqual(expect.objectContaining({ name: "name_is_new", ok: false }));
  expect(warnings).toContain(toWarning("A roulette", id));
  expect(await rpc.createRoulette(same)).toMatchObject({ status: "created" });
  const { id: rouletteId } = await rpc.createRoulette(rouletteRequest({ name: "Otro" }));
  expect((await rpc.proposeUpdateRoulette({ rouletteId, name: "SORTEO DE MERIDA" })).warnings).toContainEqual(
    expect.stringContaining("A roulette of this name exists"),
  );
  expect((await rpc.proposeUpdateRoulette({ rouletteId, name: "OTRO" })).warnings).not.toContainEqual(
    expect.stringContaining("of this name"),
  );
  const others = await service.newTenant().rpc.proposeRoulette(same);
  expect(others.warnings).not.toContainEqual(expect.stringContaining("of this name"));
});

test("an item with the name of another one, in other case or with other accents, warns in the preview", async () => {
  const { rpc } = service.newTenant();
  const { id } = await rpc.createItem(itemRequest({ name: "Térmo" }));
  const { warnings } = await rpc.proposeItem(itemRequest({ name: "termo" }));
  expect(warnings).toContain(toWarning("An item", id));
});

test("prizes of a roulette that does not exist, or that belongs to another business, are refused alike", async () => {
  const [own, other] = [service.newTenant(), service.newTenant()];
  const rouletteId = await createRoulette(own);
  const list = async (tenant: typeof own, id: string) => {
    const response = await tenant.http("GET", `/v1/public/prizes?rouletteId=${id}`);
    return [response.status, (await response.json()) as { error?: string; count?: number }];
  };
  for (const id of ["rlt_none", rouletteId]) {
    expect(await list(other, id)).toMatchObject([404, { error: "roulette_not_found" }]);
  }
  expect(await list(own, rouletteId)).toMatchObject([200, { count: 0 }]);
});
