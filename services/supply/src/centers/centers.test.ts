import { shareTestService, type SharedTestService } from "@tenant-ops/kit/testing";
import type { SupplyService } from "@tenant-ops/proto/supply";
import { beforeAll, describe, expect, test } from "vitest";
import { supply } from "../supply.js";
import { centerRequest, countRecords } from "../testing.js";

// Runs on a real gRPC server, MongoDB and NATS. Every test has a business of its own.
let service: SharedTestService<typeof SupplyService>;
beforeAll(async () => void (service = await shareTestService(supply)));

describe("supply_propose_service_center", () => {
  test("shows the center with the defaults of the business, and writes nothing", async () => {
    const tenant = service.newTenant({ country: "CO", timeZone: "America/Bogota" });
    const writes = await tenant.writesDuring(async () => {
      const { preview, warnings } = await tenant.rpc.proposeServiceCenter(centerRequest({ lat: 4.6, long: -74.1 }));
      expect(preview).toMatchObject({
        countryId: "CO",
        capacity: 50,
        type: "physical",
        isActive: true,
        mapsLink: "https://www.google.com/maps/search/?api=1&query=4.6,-74.1",
        schedule: { timezone: "America/Bogota", activeMemberDuration: 30, nonMemberDuration: 15 },
      });
      expect(warnings).toEqual([]);
    });
    expect(writes).toEqual([]);
  });

  test("warns of a physical center without coordinates", async () => {
    const { preview, checks, warnings } = await service
      .newTenant()
      .rpc.proposeServiceCenter(centerRequest({ lat: 0, long: 0 }));
    expect(preview?.geo).toBeUndefined();
    expect(checks).toContainEqual(expect.objectContaining({ name: "has_coordinates", ok: false }));
    expect(warnings).toEqual([expect.stringContaining("on no map")]);
  });
});

describe("supply_create_service_center", () => {
  test("creates what was previewed, and lists it", async () => {
    const tenant = service.newTenant();
    const request = centerRequest({ name: "Centro Sur", address: "Av. 1", capacity: 20, activeMemberDuration: 45 });

    const { preview } = await tenant.rpc.proposeServiceCenter(request);
    const created = await tenant.rpc.createServiceCenter(request);

    expect(created).toMatchObject({ name: "Centro Sur", status: "created" });
    const { items } = await tenant.rpc.listServiceCenters({});
    const { name, address, geo, capacity, schedule, type, isActive } = preview!;
    expect(items).toEqual([
      expect.objectContaining({ id: created.id, name, address, geo, capacity, schedule, type, isActive }),
    ]);
  });

  test("a center without coordinates has no geo", async () => {
    const tenant = service.newTenant();
    await tenant.rpc.createServiceCenter(centerRequest({ lat: 0, long: 0, type: "online" }));
    const { items } = await tenant.rpc.listServiceCenters({});
    expect(items[0]?.geo).toBeUndefined();
    expect(items[0]?.type).toBe("online");
  });

  test.each([
    { what: "a latitude beyond the pole", given: { lat: 90.5 }, says: "lat" },
    { what: "a longitude beyond the date line", given: { long: -181 }, says: "long" },
    { what: "an unknown type", given: { type: "mobile" }, says: "type" },
    { what: "a link that is not http or https", given: { mapsLink: "javascript:alert(1)" }, says: "maps_link" },
    { what: "a blank name", given: { name: " " }, says: "name" },
    { what: "an appointment of 0 minutes", given: { nonMemberDuration: 0 }, says: "non_member_duration" },
  ])("refuses $what, when proposed and when created", async ({ given, says }) => {
    const tenant = service.newTenant();
    const refusal = { code: "invalid_argument", detail: expect.stringContaining(says) as string };
    await expect(tenant.rpc.proposeServiceCenter(centerRequest(given))).rejects.toMatchObject(refusal);
    await expect(tenant.rpc.createServiceCenter(centerRequest(given))).rejects.toMatchObject(refusal);
  });

  test("an empty type means physical", async () => {
    const { preview } = await service.newTenant().rpc.proposeServiceCenter(centerRequest({ type: "" }));
    expect(preview?.type).toBe("physical");
  });

  test("two parallel calls create two centers; with the same idempotency key they create one", async () => {
    const tenant = service.newTenant();
    await Promise.all([
      tenant.rpc.createServiceCenter(centerRequest()),
      tenant.rpc.createServiceCenter(centerRequest()),
    ]);
    expect((await countRecords(tenant))["centers"]).toBe(2);

    const send = () => tenant.rpc.createServiceCenter(centerRequest(), { idempotencyKey: "yes-1" });
    const [first, second] = await Promise.all([send(), send()]);
    expect(second).toEqual(first);
    expect((await countRecords(tenant))["centers"]).toBe(3);
  });
});

describe("supply_list_service_centers", () => {
  test("lists the newest first, and nothing of another business", async () => {
    const tenant = service.newTenant();
    for (const name of ["a", "b", "c"]) await tenant.rpc.createServiceCenter(centerRequest({ name }));
    const { items } = await tenant.rpc.listServiceCenters({ limit: 2 });
    expect(items.map(({ name }) => name)).toEqual(["c", "b"]);
    expect((await service.newTenant().rpc.listServiceCenters({})).items).toEqual([]);
  });
});
