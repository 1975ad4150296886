import { startTestService, type TestService } from "@tenant-ops/kit/testing";
import type { SupplyService } from "@tenant-ops/proto/supply";
import { afterAll, beforeAll, expect, test } from "vitest";
import { supply } from "./supply.js";
import { centerRequest, createCenterStock } from "./testing.js";

let service: TestService<typeof SupplyService>;
beforeAll(async () => void (service = await startTestService(supply)));
afterAll(() => service.close());

test("a center with the name of another one, in other case or with other accents, warns in the preview and can be created", async () => {
  const { rpc } = service.newTenant();
  const { id } = await rpc.createServiceCenter(centerRequest({ name: "Centro Mérida" }));
  const same = centerRequest({ name: "centro MERIDA" });
  const { checks, warnings } = await rpc.proposeServiceCenter(same);
  expect(checks).toContainEqual(expect.objectContaining({ name: "name_is_new", ok: false }));
  expect(warnings).toEqual([`A center of this name exists: ${id}. Use it unless you mean a second one.`]);
  await rpc.createServiceCenter(same);
  expect((await service.newTenant().rpc.proposeServiceCenter(same)).warnings).toEqual([]);
});

test("center stocks of a center that does not exist, or that belongs to another business, are refused alike", async () => {
  const [own, other] = [service.newTenant(), service.newTenant()];
  const { ids } = await createCenterStock(own);
  for (const serviceCenterId of ["ctr_none", ids.serviceCenterId]) {
    await expect(other.rpc.listServiceCenterStocks({ serviceCenterId })).rejects.toMatchObject({
      code: "center_not_found",
      detail: expect.stringContaining(serviceCenterId) as string,
    });
  }
  expect((await own.rpc.listServiceCenterStocks({ serviceCenterId: ids.serviceCenterId })).count).toBe(1);
  const empty = await own.rpc.createServiceCenter(centerRequest());
  expect((await own.rpc.listServiceCenterStocks({ serviceCenterId: empty.id })).items).toEqual([]);
});
