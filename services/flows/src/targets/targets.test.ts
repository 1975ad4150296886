import { newId } from "@tenant-ops/kit/data";
import { beforeAll, describe, expect, test } from "vitest";
import { createTarget, readPage, readPages, send, shareTestFlows, type SharedTestFlows } from "../testing.js";

let flows: SharedTestFlows;
beforeAll(async () => void (flows = await shareTestFlows()));

const path = "/v1/public/flows/targets";
const survey = { kind: "survey", name: "Encuesta", url: "https://survey.example.com/s/1" };

describe("survey and event targets", () => {
  test("are created, read, listed, changed and deleted", async () => {
    const tenant = flows.newTenant();
    const created = await send(tenant, "POST", path, survey);
    expect(created).toMatchObject({ status: 201, body: { ...survey, _id: expect.stringMatching(/^tgt_/) } });
    expect(JSON.stringify(created.body)).not.toContain(tenant.businessId);
    const id = created.body["_id"];
    const event = await createTarget(tenant, { kind: "event", name: "Feria" });

    expect(await send(tenant, "GET", `${path}/${id}`)).toMatchObject({ status: 200, body: created.body });
    expect(await readPage(tenant, path)).toMatchObject({ items: [{ _id: event }, { _id: id }], has_more: false });
    expect(await readPage(tenant, `${path}?kind=survey`)).toEqual({ items: [created.body], count: 1, has_more: false });
    expect(await readPages(tenant, `${path}?limit=1`)).toMatchObject([{ _id: event }, { _id: id }]);

    const changed = await send(tenant, "PATCH", `${path}/${id}`, { name: "Otra" });
    expect(changed).toMatchObject({ status: 200, body: { ...survey, name: "Otra" } });
    expect(await send(tenant, "GET", `${path}/${id}`)).toMatchObject({ body: changed.body });
    expect(await send(tenant, "DELETE", `${path}/${id}`)).toMatchObject({ status: 204, body: undefined });
    expect(await send(tenant, "GET", `${path}/${id}`)).toMatchObject({
      status: 404,
      body: { error: "target_not_found", detail: expect.stringContaining(`GET ${path} lists the valid ids.`) },
    });
  });

  test("another business's target gets the same answer as an unknown id", async () => {
    const otherTenant = flows.newTenant();
    const existing = await createTarget(flows.newTenant());
    const unknown = newId("tgt");
    const answers = async (id: string) => {
      const all = [
        await send(otherTenant, "GET", `${path}/${id}`),
        await send(otherTenant, "PATCH", `${path}/${id}`, { name: "Mine" }),
        await send(otherTenant, "DELETE", `${path}/${id}`),
      ];
      expect(all.map(({ status }) => status)).toEqual([404, 404, 404]);
      return JSON.stringify(all)
        .replaceAll(id, "ID")
        .replaceAll(/"request_id":"[^"]+"/g, "");
    };
    expect(await answers(existing)).toBe(await answers(unknown));
    expect((await readPage(otherTenant, path)).items).toEqual([]);
  });

  test.each([
    {},
    { ...survey, kind: "url" },
    { ...survey, kind: "roulette" },
    { ...survey, name: "  " },
    { ...survey, url: { $ne: null } },
    { ...survey, businessId: "biz_1" },
    { ...survey, _id: "tgt_1" },
  ])("%o is refused", async (body) => {
    const tenant = flows.newTenant();
    expect(await send(tenant, "POST", path, body)).toMatchObject({ status: 422, body: { error: "invalid_argument" } });
  });

  test.each([
    "javascript:alert(1)",
    "data:text/html,x",
    "http://example.com",
    "https://u:p@example.com",
    "example.com",
  ])("the address %s is refused when a target is created and when it is updated", async (url) => {
    const tenant = flows.newTenant();
    const refused = { status: 422, body: { error: "redirect_url_refused", detail: expect.stringMatching(/^url: /) } };
    expect(await send(tenant, "POST", path, { ...survey, url })).toMatchObject(refused);
    const id = await createTarget(tenant);
    expect(await send(tenant, "PATCH", `${path}/${id}`, { url })).toMatchObject(refused);
    expect(await send(tenant, "PATCH", `${path}/${id}`, { kind: "event" })).toMatchObject({ status: 422 });
    expect(await send(tenant, "PATCH", `${path}/${id}`, {})).toMatchObject({ status: 422 });
  });

  test("of two creations at once with one Idempotency-Key, one target is made and both get it", async () => {
    const tenant = flows.newTenant();
    const [first, second] = await Promise.all([1, 2].map(() => send(tenant, "POST", path, survey, "k")));
    expect(second?.body).toEqual(first?.body);
    expect((await readPage(tenant, path)).count).toBe(1);
  });

  test("a repeated change or deletion gets its answer, also after the target was deleted", async () => {
    const tenant = flows.newTenant();
    const one = `${path}/${await createTarget(tenant)}`;
    const changed = await send(tenant, "PATCH", one, { name: "Otra" }, "k");
    await send(tenant, "PATCH", one, { name: "Tercera" });
    expect((await send(tenant, "DELETE", one, undefined, "k")).status).toBe(204);
    expect(await send(tenant, "DELETE", one, undefined, "k")).toMatchObject({ status: 204, replayed: "true" });
    expect(await send(tenant, "DELETE", one)).toMatchObject({ status: 404 });
    expect(await send(tenant, "PATCH", one, { name: "Otra" }, "k")).toEqual({ ...changed, replayed: "true" });
  });

  test("of two changes of different fields at once, both are kept", async () => {
    const tenant = flows.newTenant();
    const one = `${path}/${await createTarget(tenant)}`;
    const changes = [{ name: "Otra" }, { url: "https://other.example.com/" }];
    await Promise.all(changes.map((change) => send(tenant, "PATCH", one, change)));
    expect(await send(tenant, "GET", one)).toMatchObject({ body: { ...changes[0], ...changes[1] } });
  });
});

test("targets are found by any word of their name, of one kind or both; another business finds nothing", async () => {
  const tenant = flows.newTenant();
  await createTarget(tenant, { kind: "event", name: "Feria del café" });
  await createTarget(tenant, { kind: "survey", name: "FERIA: encuesta" });
  const find = async (query: string, of = tenant) => {
    const { items } = (await send(of, "GET", `${path}?search=${query}`)).body as { items: { name: string }[] };
    return items.map(({ name }) => name);
  };
  expect(await find("feria")).toHaveLength(2);
  expect(await find("feria&kind=survey")).toEqual(["FERIA: encuesta"]);
  expect(await find("cafe")).toEqual(["Feria del café"]);
  expect(await find("feria", flows.newTenant())).toEqual([]);
  const [cafe] = ((await send(tenant, "GET", `${path}?search=cafe`)).body as { items: { _id: string }[] }).items;
  await send(tenant, "PATCH", `${path}/${cafe?._id}`, { name: "Muestra" });
  expect([await find("cafe"), await find("muestra")]).toEqual([[], ["Muestra"]]);
});
