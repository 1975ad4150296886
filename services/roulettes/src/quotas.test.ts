import { startTestService, type TestService } from "@tenant-ops/kit/testing";
import type { RoulettesService } from "@tenant-ops/proto/roulettes";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { roulettes } from "./roulettes.js";
import { itemRequest, rouletteRequest, type RoulettesTenant } from "./testing.js";

let service: TestService<typeof RoulettesService>;
beforeAll(async () => void (service = await startTestService(roulettes, { QUOTA_ROULETTES: "2", QUOTA_ITEMS: "2" })));
afterAll(() => service.close());

type Rpc = (settings?: { idempotencyKey: string }) => Promise<unknown>;
const kinds: Record<string, (tenant: RoulettesTenant) => { propose: Rpc; create: Rpc }> = {
  QUOTA_ROULETTES: ({ rpc }) => ({
    propose: () => rpc.proposeRoulette(rouletteRequest()),
    create: (given) => rpc.createRoulette(rouletteRequest(), given),
  }),
  QUOTA_ITEMS: ({ rpc }) => ({
    propose: () => rpc.proposeItem(itemRequest()),
    create: (given) => rpc.createItem(itemRequest(), given),
  }),
};

describe.each(Object.entries(kinds))("%s", (setting, prepare) => {
  test("preview and write are refused at the quota, two writes at once do not exceed it, and a repeat gets its stored answer", async () => {
    const tenant = service.newTenant();
    const { propose, create } = prepare(tenant);
    await propose();
    const first = await create({ idempotencyKey: "yes-1" });
    const last = await Promise.allSettled([create(), create()]);
    expect(last.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);

    const refusal = { code: "quota_exceeded", detail: expect.stringContaining(setting) as string };
    const writes = await tenant.writesDuring(async () => {
      await expect(propose()).rejects.toMatchObject(refusal);
      await expect(create()).rejects.toMatchObject(refusal);
      expect(await create({ idempotencyKey: "yes-1" })).toEqual(first);
    });
    expect(writes).toEqual([]);
    await prepare(service.newTenant()).create();
  });
});
