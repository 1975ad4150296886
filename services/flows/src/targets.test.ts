import { newId } from "@tenant-ops/kit/data";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type FlowsHouse, givenTarget, startFlows, type Tenant } from "./testing.js";

let house: FlowsHouse;
beforeAll(async () => void (house = await startFlows()));
afterAll(() => house.close());

const path = "/v1/public/flows/targets";
const survey = { kind: "survey", name: "Encuesta", url: "https://survey.example.com/s/1" };

async function ask(tenant: Tenant, method: string, to = path, body?: unknown, headers: Record<string, string> = {}) {
  const response = await tenant.http(method, to, { ...(body !== undefined && { body }), headers });
  const text = await response.text();
  return {
    status: response.status,
    body: text ? (JSON.parse(text) as unknown) : undefined,
    link: response.headers.get("link"),
  };
}

describe("survey and event targets", () => {
  test("are created, read, listed, changed and deleted", async () => {
    const tenant = house.newTenant();
    const made = await ask(tenant, "POST", path, survey);
    expect(made).toMatchObject({ status: 201, body: { ...survey, _id: expect.stringMatching(/^tgt_/) } });
    expect(JSON.stringify(made.body)).not.toContain(tenant.businessId);
    const { _id: id } = made.body as { _id: string };
    const event = await givenTarget(tenant, { kind: "event", name: "Feria" });

    expect(await ask(tenant, "GET", `${path}/${id}`)).toMatchObject({ status: 200, body: survey });
    expect((await ask(tenant, "GET")).body).toMatchObject([{ _id: event }, { _id: id }]);
    expect((await ask(tenant, "GET", `${path}?kind=survey`)).body).toMatchObject([{ _id: id }]);
    const page = await ask(tenant, "GET", `${path}?limit=1`);
    expect(page.body).toHaveLength(1);
    expect((await ask(tenant, "GET", /<(.+)>/.exec(page.link ?? "")?.[1])).body).toMatchObject([{ _id: id }]);

    const changed = await ask(tenant, "PATCH", `${path}/${id}`, { name: "Otra" });
    expect(changed).toMatchObject({ status: 200, body: { ...survey, name: "Otra" } });
    expect((await ask(tenant, "DELETE", `${path}/${id}`)).status).toBe(204);
    expect(await ask(tenant, "GET", `${path}/${id}`)).toMatchObject({
      status: 404,
      body: { error: "target_not_found" },
    });
  });

  test("another business's target and one that nobody has get the same answer", async () => {
    const other = house.newTenant();
    const foreign = await givenTarget(house.newTenant());
    const random = newId("tgt");
    const answers = async (id: string) => {
      const all = [
        await ask(other, "GET", `${path}/${id}`),
        await ask(other, "PATCH", `${path}/${id}`, { name: "Mine" }),
        await ask(other, "DELETE", `${path}/${id}`),
      ];
      return JSON.stringify(all)
        .replaceAll(id, "ID")
        .replaceAll(/"request_id":"[^"]+"/g, "");
    };
    expect(await answers(foreign)).toBe(await answers(random));
    expect((await ask(other, "GET")).body).toEqual([]);
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
    const tenant = house.newTenant();
    expect(await ask(tenant, "POST", path, body)).toMatchObject({ status: 422, body: { error: "invalid_argument" } });
  });

  test.each([
    "javascript:alert(1)",
    "data:text/html,x",
    "http://example.com",
    "https://u:p@example.com",
    "example.com",
  ])("the address %s is refused, new and as a change", async (url) => {
    const tenant = house.newTenant();
    const refused = { status: 422, body: { error: "redirect_url_refused" } };
    expect(await ask(tenant, "POST", path, { ...survey, url })).toMatchObject(refused);
    const id = await givenTarget(tenant);
    expect(await ask(tenant, "PATCH", `${path}/${id}`, { url })).toMatchObject(refused);
    expect(await ask(tenant, "PATCH", `${path}/${id}`, { kind: "event" })).toMatchObject({ status: 422 });
    expect(await ask(tenant, "PATCH", `${path}/${id}`, {})).toMatchObject({ status: 422 });
  });

  test("a repeat with the same Idempotency-Key makes one target", async () => {
    const tenant = house.newTenant();
    const first = await ask(tenant, "POST", path, survey, { "idempotency-key": "k" });
    expect(await ask(tenant, "POST", path, survey, { "idempotency-key": "k" })).toEqual(first);
    expect((await ask(tenant, "GET")).body).toHaveLength(1);
  });
});
