import { newId } from "@tenant-ops/kit/data";
import { testBackend } from "@tenant-ops/kit/testing";
import { MongoClient } from "mongodb";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestSettings, getOperatorKey, startTestGateway, type TestGateway, testOperator } from "../testing.js";

// Checks of the routes of operators against the contract. CHECK_REPLIES makes an answer that is not declared an error.

let gateway: TestGateway;
beforeAll(async () => void (gateway = await startTestGateway(createTestSettings())));
afterAll(() => gateway.close());

interface Answer {
  status: number;
  body: Record<string, unknown>;
  isReplayed: boolean;
  allow: string | null;
}

async function send(method: string, path: string, body?: unknown, key?: string): Promise<Answer> {
  const answer = await gateway.requestAdmin(method, path, {
    headers: {
      authorization: `Bearer ${getOperatorKey(gateway.settings)}`,
      ...(key !== undefined && { "idempotency-key": key }),
    },
    ...(body !== undefined && { body }),
  });
  return {
    status: answer.status,
    body: (await answer.json()) as Answer["body"],
    isReplayed: answer.headers.get("idempotent-replayed") === "true",
    allow: answer.headers.get("allow"),
  };
}

const isAccepted = async (key: unknown) => {
  const body = { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} };
  return (await gateway.request("POST", "/mcp", { headers: { "x-api-key": String(key) }, body })).status === 200;
};
const acme = { name: "Acme", country: "MX" };
const createBusiness = async () => `/businesses/${await gateway.createBusiness()}`;

test.each([
  ["GET", "/businesses?limt=1", undefined, "query parameter limt: is not known here."],
  ["GET", "/businesses?limit=0", undefined, "query parameter limit:"],
  ["GET", "/businesses?active=yes", undefined, "query parameter active:"],
  ["GET", "/calls?key=1", undefined, "query parameter key:"],
  ["POST", "/businesses?dry=true", acme, "query parameter dry:"],
  ["POST", "/businesses", { ...acme, active: false }, "active: is not known here."],
])("%s %s is refused with the name of what is wrong", async (method, path, body, detail) => {
  expect(await send(method, path, body)).toMatchObject({
    status: 422,
    body: { error: "invalid_argument", detail: expect.stringContaining(detail) },
  });
});

test.each([
  ["DELETE", "", "GET, PATCH"],
  ["PUT", "/keys", "GET, POST"],
  ["GET", "/keys/key_1/revoke", "POST"],
])("%s of a business%s is 405 with Allow", async (method, step, methods) => {
  const { status, allow } = await send(method, `${await createBusiness()}${step}`);
  expect([status, allow?.split(", ").toSorted().join(", ")]).toEqual([405, methods]);
});

test("a change without a field is refused", async () => {
  const answer = await send("PATCH", await createBusiness(), {});
  expect(answer).toMatchObject({ status: 422, body: { detail: expect.stringContaining("at least one field") } });
});

describe("lists", () => {
  test("of businesses are filtered by name and state, and have pages", async () => {
    const name = newId("nam");
    const made = [];
    for (const country of ["MX", "BR", "CO"]) made.push((await send("POST", "/businesses", { name, country })).body);
    const ids = made.map(({ _id }) => String(_id));
    await send("PATCH", `/businesses/${ids[1]}`, { active: false });
    const list = async (query: string) => (await send("GET", `/businesses?name=${name}${query}`)).body;
    expect(await list("&active=false")).toMatchObject({ items: [{ _id: ids[1] }], count: 1, has_more: false });
    const first = await list("&limit=2");
    expect(first).toMatchObject({ items: [made[0], { _id: ids[1] }], count: 2, has_more: true });
    const cursor = String(first["next_cursor"]);
    expect(await list(`&limit=2&cursor=${cursor}`)).toEqual({ items: [made[2]], count: 1, has_more: false });
    expect(await send("GET", `/businesses?cursor=${cursor}`)).toMatchObject({ body: { error: "invalid_cursor" } });
  });

  test("of keys have pages and a filter, and a key is read as the list shows it", async () => {
    const path = `${await createBusiness()}/keys`;
    const { key, ...first } = (await send("POST", path, { name: "one", scopes: ["supply:read"] })).body;
    await send("POST", path, { name: "two" });
    expect(await send("GET", `${path}?limit=1`)).toMatchObject({ body: { items: [first], count: 1, has_more: true } });
    expect((await send("GET", `${path}?name=two`)).body["count"]).toBe(1);
    const read = await send("GET", `${path}/${String(first["_id"])}`);
    expect(read).toMatchObject({ status: 200, body: first });
    expect(JSON.stringify(read)).not.toContain(String(key));
    expect(await send("GET", `${await createBusiness()}/keys/${String(first["_id"])}`)).toMatchObject({
      status: 404,
      body: { error: "key_not_found" },
    });
  });

  test("of calls are filtered by operator and business", async () => {
    const path = await createBusiness();
    await send("GET", path);
    const businessId = path.split("/").at(-1);
    const filters = [`operator=${testOperator}&businessId=${businessId}`, "operator=nobody"];
    const counts = await Promise.all(
      filters.map(async (query) => (await send("GET", `/calls?${query}`)).body["count"]),
    );
    expect(counts).toEqual([1, 0]);
  });
});

describe("a write that is repeated with its Idempotency-Key", () => {
  test("creates one business, also when both arrive at once", async () => {
    const [name, key] = [newId("nam"), newId("idk")];
    const create = () => send("POST", "/businesses", { name, country: "MX" }, key);
    const [one, two] = await Promise.all([create(), create()]);
    expect([one.status, two.body]).toEqual([201, one.body]);
    await send("PATCH", `/businesses/${String(one.body["_id"])}`, { country: "BR" });
    expect(await create()).toEqual({ ...one, isReplayed: true });
    expect((await send("GET", `/businesses?name=${name}`)).body["count"]).toBe(1);
  });

  test("shows the same new key again, which is stored nowhere", async () => {
    const path = `${await createBusiness()}/keys`;
    const create = () => send("POST", path, { name: "back end", mode: "test" }, "k-1");
    const [one, two] = await Promise.all([create(), create()]);
    expect(two.body).toEqual(one.body);
    expect(await create()).toEqual({ ...one, isReplayed: true });
    expect(await isAccepted(one.body["key"])).toBe(true);
    expect((await send("GET", path)).body["count"]).toBe(1);

    const mongo = await new MongoClient(testBackend().mongodbUrl).connect();
    const database = mongo.db(gateway.settings["MONGODB_DATABASE"]);
    const collections = await database.collections();
    const stored = await Promise.all(collections.map((collection) => collection.find().toArray()));
    await mongo.close();
    expect(JSON.stringify(stored)).toContain(String(one.body["_id"]));
    expect(JSON.stringify(stored)).not.toContain(String(one.body["key"]));
  });

  test("is another key for another Idempotency-Key, business or operator call without one", async () => {
    const [path, other] = [`${await createBusiness()}/keys`, `${await createBusiness()}/keys`];
    const made = [
      await send("POST", path, { name: "a" }, "k-1"),
      await send("POST", path, { name: "a" }, "k-2"),
      await send("POST", other, { name: "a" }, "k-1"),
      await send("POST", path, { name: "a" }),
      await send("POST", path, { name: "a" }),
    ];
    expect(new Set(made.map(({ body }) => body["key"])).size).toBe(made.length);
  });

  test("rotates once: the answer is the stored one although the old key has ended", async () => {
    const old = await gateway.createTenant();
    const path = `/businesses/${old.businessId}/keys/${old.keyId}/rotate`;
    const rotate = () => send("POST", path, { overlapDays: 0 }, "k-1");
    const [one, two] = await Promise.all([rotate(), rotate()]);
    expect([one.status, two.body]).toEqual([201, one.body]);
    expect(await rotate()).toEqual({ ...one, isReplayed: true });
    expect([await isAccepted(old.key), await isAccepted(one.body["key"])]).toEqual([false, true]);
    expect((await send("GET", `/businesses/${old.businessId}/keys`)).body["count"]).toBe(2);
  });

  test("does not undo a later change", async () => {
    const path = await createBusiness();
    const change = () => send("PATCH", path, { name: "Before" }, "k-1");
    const first = await change();
    await send("PATCH", path, { name: "After" });
    expect(await change()).toEqual({ ...first, isReplayed: true });
    expect((await send("GET", path)).body["name"]).toBe("After");
  });

  test("with another body is refused", async () => {
    const path = `${await createBusiness()}/keys`;
    await send("POST", path, { name: "one" }, "k-1");
    expect(await send("POST", path, { name: "two" }, "k-1")).toMatchObject({
      status: 422,
      body: { error: "idempotency_conflict" },
    });
  });

  test("and was refused for a wrong field is accepted with the right one", async () => {
    const key = newId("idk");
    expect((await send("POST", "/businesses", { name: "A", country: "ZZ" }, key)).status).toBe(422);
    expect((await send("POST", "/businesses", { name: "A", country: "MX" }, key)).status).toBe(201);
  });

  test("and was refused by a rule is accepted when it is corrected", async () => {
    const path = `${await createBusiness()}/keys`;
    const key = newId("idk");
    const past = { name: "a", expiresAt: "2020-01-01T00:00:00Z" };
    expect((await send("POST", path, past, key)).status).toBe(422);
    const create = () => send("POST", path, { name: "a" }, key);
    const created = await create();
    expect(created.status).toBe(201);
    expect(await create()).toEqual({ ...created, isReplayed: true });
  });
});
