import { startTestService, type TestService } from "@tenant-ops/kit/testing";
import type { SupplyService } from "@tenant-ops/proto/supply";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { supply } from "./supply.js";
import { centerRequest, centerStockRequest, stockRequest, type SupplyTenant } from "./testing.js";

let service: TestService<typeof SupplyService>;
const settings = { QUOTA_CENTERS: "3", QUOTA_STOCKS: "3", QUOTA_CENTER_STOCKS: "3" };
beforeAll(async () => void (service = await startTestService(supply, settings)));
afterAll(() => service.close());

type Rpc = (settings?: { idempotencyKey: string }) => Promise<unknown>;

/** Each prepares a business for creations, and returns the preview and the write of one record; every call makes another one. */
const kinds: Record<string, (tenant: SupplyTenant) => Promise<{ propose: Rpc; create: Rpc }>> = {
  QUOTA_CENTERS: async ({ rpc }) => ({
    propose: () => rpc.proposeServiceCenter(centerRequest()),
    create: (given) => rpc.createServiceCenter(centerRequest(), given),
  }),
  QUOTA_STOCKS: async ({ rpc }) => ({
    propose: () => rpc.proposeStock(stockRequest()),
    create: (given) => rpc.createStock(stockRequest(), given),
  }),
  QUOTA_CENTER_STOCKS: async ({ rpc }) => {
    const centers = [1, 2, 3].map(() => rpc.createServiceCenter(centerRequest()));
    const centerIds = (await Promise.all(centers)).map(({ id }) => id);
    const stockIds = (await Promise.all([1, 2].map(() => rpc.createStock(stockRequest())))).map(({ id }) => id);
    const pairs = stockIds.flatMap((stockId) => centerIds.map((serviceCenterId) => ({ stockId, serviceCenterId })));
    return {
      propose: () => rpc.proposeServiceCenterStock(centerStockRequest(pairs.at(-1))),
      create: (given) => rpc.createServiceCenterStock(centerStockRequest(pairs.shift()), given),
    };
  },
};

describe.each(Object.entries(kinds))("%s", (setting, prepare) => {
  const refusal = { code: "quota_exceeded", detail: expect.stringContaining(setting) as string };

  test("of two at once for the last place one succeeds; then preview and write are refused, and nothing is written", async () => {
    const tenant = service.newTenant();
    const { propose, create } = await prepare(tenant);
    await create();
    await propose();
    await create();
    const last = await Promise.allSettled([create(), create()]);
    expect(last.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    const writes = await tenant.writesDuring(async () => {
      await expect(propose()).rejects.toMatchObject(refusal);
      await expect(create()).rejects.toMatchObject(refusal);
    });
    expect(writes).toEqual([]);

    const other = await prepare(service.newTenant());
    await other.propose();
    await other.create();
  });
});

test("a repeat of the creation that filled the quota gets its stored answer", async () => {
  const { rpc } = service.newTenant();
  for (const name of ["a", "b"]) await rpc.createServiceCenter(centerRequest({ name }));
  const send = () => rpc.createServiceCenter(centerRequest({ name: "c" }), { idempotencyKey: "yes-1" });
  expect(await send()).toEqual(await send());
  await expect(rpc.createServiceCenter(centerRequest())).rejects.toMatchObject({ code: "quota_exceeded" });
});
