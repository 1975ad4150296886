import { newId } from "@tenant-ops/kit/data";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestFlows, createTarget, startTestFlows, type FlowsTenant } from "./testing.js";

let flows: TestFlows;
beforeAll(async () => void (flows = await startTestFlows()));
afterAll(() => flows.close());

const path = "/v1/public/flows/targets";
const survey = { kind: "survey", name: "Encuesta", url: "https://survey.example.com/s/1" };

async function send(
  tenant: FlowsTenant,
  method: string,
  to = path,
  body?: unknown,
  headers: Record<string, string> = {},
) {
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
    const tenant = flows.newTenant();
    const created = await send(tenant, "POST", path, survey);
    expect(created).toMatchObject({ status: 201, body: { ...survey, _id: expect.stringMatching(/^tgt_/) } });
    expect(JSON.stringify(created.body)).not.toContain(tenant.businessId);
    const { _id: id } = created.body as { _id: string };
    const event = await createTarget(tenant, { kind: "event", name: "Feria" });

    expect(await send(tenant, "GET", `${path}/${id}`)).toMatchObject({ status: 200, body: survey });
    expect((await send(tenant, "GET")).body).toMatchObject([{ _id: event }, { _id: id }]);
    expect((await send(tenant, "GET", `${path}?kind=survey`)).body).toMatchObject([{ _id: id }]);
    const page = await send(tenant, "GET", `${path}?limit=1`);
    expect(page.body).toHaveLength(1);
    expect((await send(tenant, "GET", /<(.+)>/.exec(page.link ?? "")?.[1])).body).toMatchObject([{ _id: id }]);

    const changed = await send(tenant, "PATCH", `${path}/${id}`, { name: "Otra" });
    expect(changed).toMatchObject({ status: 200, body: { ...survey, name: "Otra" } });
    expect((await send(tenant, "DELETE", `${path}/${id}`)).status).toBe(204);
    expect(await send(tenant, "GET", `${path}/${id}`)).toMatchObject({
      status: 404,
      body: { error: "target_not_found" },
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
      return JSON.stringify(all)
        .replaceAll(id, "ID")
        .replaceAll(/"request_id":"[^"]+"/g, "");
    };
    expect(await answers(existing)).toBe(await answers(unknown));
    expect((await send(otherTenant, "GET")).body).toEqual([]);
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
    const refused = { status: 422, body: { error: "redirect_url_refused" } };
    expect(await send(tenant, "POST", path, { ...survey, url })).toMatchObject(refused);
    const id = await createTarget(tenant);
    expect(await send(tenant, "PATCH", `${path}/${id}`, { url })).toMatchObject(refused);
    expect(await send(tenant, "PATCH", `${path}/${id}`, { kind: "event" })).toMatchObject({ status: 422 });
    expect(await send(tenant, "PATCH", `${path}/${id}`, {})).toMatchObject({ status: 422 });
  });

  test("a repeat with the same Idempotency-Key creates one target", async () => {
    const tenant = flows.newTenant();
    const first = await send(tenant, "POST", path, survey, { "idempotency-key": "k" });
    expect(await send(tenant, "POST", path, survey, { "idempotency-key": "k" })).toEqual(first);
    expect((await send(tenant, "GET")).body).toHaveLength(1);
  });
});
