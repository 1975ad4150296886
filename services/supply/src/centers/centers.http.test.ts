import { shareTestService, type SharedTestService } from "@tenant-ops/kit/testing";
import type { SupplyService } from "@tenant-ops/proto/supply";
import { beforeAll, expect, test } from "vitest";
import { supply } from "../supply.js";
import { centerRequest, sendRest as send } from "../testing.js";

let service: SharedTestService<typeof SupplyService>;
beforeAll(async () => void (service = await shareTestService(supply)));

const north = {
  name: "Centro Norte",
  address: "Calle 1",
  geo: { latitude: 19.45, longitude: -99.14 },
  mapsLink: "https://example.com/map",
  capacity: 20,
  schedule: { activeMemberDuration: 45, nonMemberDuration: 20 },
  countryId: "CO",
  type: "online",
  isActive: false,
};

test("a center that was created over REST is what GET, the list and the tool show", async () => {
  const tenant = service.newTenant();
  const { status, body } = await send(tenant, "POST", "/centers", north);
  expect(status).toBe(201);
  const schedule = { ...north.schedule, timezone: "America/Mexico_City", weekly: [] };
  expect(body).toMatchObject({ ...north, schedule });
  expect((await send(tenant, "GET", `/centers/${body["_id"]}`)).body).toEqual(body);
  expect((await send(tenant, "GET", "/centers")).body).toEqual({ items: [body], count: 1, has_more: false });
  const { name, geo, capacity } = north;
  expect((await tenant.rpc.listServiceCenters({})).items).toMatchObject([{ id: body["_id"], name, geo, capacity }]);
});

test("fields that are left out get the defaults of the tool", async () => {
  const tenant = service.newTenant();
  const { body } = await send(tenant, "POST", "/centers", { name: "Norte" });
  await tenant.rpc.createServiceCenter({ name: "Norte" });
  const { items } = (await send(tenant, "GET", "/centers")).body as { items: Record<string, unknown>[] };
  const [fromTool, fromRest] = items.map((center) => ({ ...center, _id: "", createdAt: "" }));
  expect(fromRest).toEqual(fromTool);
  expect(body).not.toHaveProperty("geo");
  expect(body).toMatchObject({ capacity: 50, type: "physical", isActive: true, countryId: "MX", mapsLink: "" });
});

test("centers are listed by kind and by whether they are active", async () => {
  const tenant = service.newTenant();
  for (const [name, type, isActive] of [
    ["a", "physical", true],
    ["b", "online", true],
    ["c", "online", false],
  ])
    await send(tenant, "POST", "/centers", { name, type, isActive });
  const names = async (query: string) => {
    const { body } = await send(tenant, "GET", `/centers?${query}`);
    return (body["items"] as { name: string }[]).map(({ name }) => name);
  };
  expect(await names("")).toEqual(["c", "b", "a"]);
  expect(await names("isActive=true")).toEqual(["b", "a"]);
  expect(await names("isActive=false")).toEqual(["c"]);
  expect(await names("type=online")).toEqual(["c", "b"]);
  expect(await names("type=online&isActive=true")).toEqual(["b"]);
});

test.each([
  { given: { countryId: "XX" }, says: 'countryId: "XX" is no country' },
  { given: { mapsLink: "javascript:alert(1)" }, says: "mapsLink: give a whole link" },
  { given: { geo: { latitude: 91, longitude: 0 } }, says: "geo.latitude: " },
  { given: { schedule: { activeMemberDuration: 0 } }, says: "schedule.activeMemberDuration: " },
  { given: { lat: 1 }, says: "lat: is not known here" },
])("$given is refused, and the sentence names the field as REST callers know it", async ({ given, says }) => {
  const tenant = service.newTenant();
  const { status, body } = await send(tenant, "POST", "/centers", { name: "Norte", ...given });
  expect({ status, error: body["error"] }).toEqual({ status: 422, error: "invalid_argument" });
  expect(body["detail"]).toContain(says);
  expect((await send(tenant, "GET", "/centers")).body).toMatchObject({ count: 0 });
});

test("of two creations with one Idempotency-Key at once, one center is made and both get it", async () => {
  const tenant = service.newTenant();
  const create = () => send(tenant, "POST", "/centers", north, "k-1");
  const [first, second] = await Promise.all([create(), create()]);
  expect(second.body).toEqual(first.body);
  expect((await send(tenant, "GET", "/centers")).body).toMatchObject({ count: 1 });
  expect(await create()).toMatchObject({ status: 201, isReplayed: true });
});

test("a center of another business is answered like one that does not exist", async () => {
  const tenant = service.newTenant();
  const { id } = await service.newTenant().rpc.createServiceCenter(centerRequest());
  const other = await send(tenant, "GET", `/centers/${id}`);
  const unknown = await send(tenant, "GET", "/centers/ctr_unknown");
  expect(other).toMatchObject({ status: 404, body: { error: "center_not_found" } });
  expect(String(other.body["detail"]).replace(id, "ctr_unknown")).toBe(unknown.body["detail"]);
  expect(other.body["detail"]).toContain("GET /v1/public/supply/centers lists the valid ids");
});

test("a change of a center keeps what it does not name, and makes its link again from new coordinates", async () => {
  const tenant = service.newTenant();
  const { body: created } = await send(tenant, "POST", "/centers", { name: "Norte", geo: north.geo });
  const own = `/centers/${created["_id"]}`;
  const patch = async (body: object) => (await send(tenant, "PATCH", own, body)).body;
  const closed: Record<string, unknown> = { ...created, isActive: false };
  expect(await patch({ isActive: false })).toEqual(closed);
  expect(await patch({ geo: { latitude: 1, longitude: 2 } })).toMatchObject({
    mapsLink: expect.stringContaining("query=1,2") as string,
  });
  const { geo: _, ...withoutGeo } = closed;
  expect(await patch({ geo: { latitude: 0, longitude: 0 } })).toEqual({ ...withoutGeo, mapsLink: "" });
  expect((await send(tenant, "GET", own)).body).toEqual({ ...withoutGeo, mapsLink: "" });
});

test("a change of a center is written once per Idempotency-Key, and two at once both count", async () => {
  const tenant = service.newTenant();
  const { body: created } = await send(tenant, "POST", "/centers", { name: "Norte" });
  const patch = (body: object, key: string) => send(tenant, "PATCH", `/centers/${created["_id"]}`, body, key);
  await Promise.all([patch({ capacity: 9 }, "a"), patch({ address: "Calle 2" }, "b")]);
  expect(await patch({ capacity: 9 }, "a")).toMatchObject({ isReplayed: true });
  expect((await send(tenant, "GET", `/centers/${created["_id"]}`)).body).toMatchObject({
    capacity: 9,
    address: "Calle 2",
  });
});

test("a change of a center with a link that is no web address, or of another business, is refused", async () => {
  const tenant = service.newTenant();
  const { id } = await tenant.rpc.createServiceCenter(centerRequest());
  const patch = (body: object, by = tenant) => send(by, "PATCH", `/centers/${id}`, body);
  expect(String((await patch({ mapsLink: "javascript:alert(1)" })).body["detail"])).toContain("mapsLink:");
  expect(await patch({ capacity: 1 }, service.newTenant())).toMatchObject({ body: { error: "center_not_found" } });
});

test("centers are found by any word of their name, with every combination of the other filters", async () => {
  const tenant = service.newTenant();
  for (const [name, type, isActive] of [
    ["Mostrador norte 1", "physical", true],
    ["norte 2", "online", true],
    ["NORTE 3", "physical", false],
    ["Sur", "physical", true],
  ])
    await send(tenant, "POST", "/centers", { name, type, isActive });
  const find = async (query: string) => {
    const { body } = await send(tenant, "GET", `/centers?search=norte${query}`);
    return (body["items"] as { name: string }[]).map(({ name }) => name);
  };
  expect(await find("")).toEqual(["NORTE 3", "norte 2", "Mostrador norte 1"]);
  expect(await find("&isActive=true")).toEqual(["norte 2", "Mostrador norte 1"]);
  expect(await find("&type=physical")).toEqual(["NORTE 3", "Mostrador norte 1"]);
  expect(await find("&type=physical&isActive=true")).toEqual(["Mostrador norte 1"]);
  const [renamed] = (await send(tenant, "GET", "/centers?search=sur")).body["items"] as { _id: string }[];
  await send(tenant, "PATCH", `/centers/${renamed?._id}`, { name: "Bodega norte" });
  expect(await find("%20bod")).toEqual(["Bodega norte"]);
});
