import { createContextVerifier, isSandboxId, metadataKeys } from "@tenant-ops/kit/call";
import { createContextKeys, testBackend } from "@tenant-ops/kit/testing";
import Fastify, { type FastifyInstance } from "fastify";
import { MongoClient } from "mongodb";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestSettings, startTestGateway, type TestGateway, type TestKey } from "../testing.js";

// Replaces the service flows, and answers with the business of the call context that it receives.
let service: FastifyInstance;
let gateways: [TestGateway, TestGateway];
let gateway: TestGateway;

beforeAll(async () => {
  const keys = createContextKeys("gateway");
  const verify = createContextVerifier(keys.publicKeys, "flows");
  service = Fastify();
  service.all("/*", async ({ headers }) => verify(String(headers[metadataKeys.context]))?.caller);
  await service.listen({ host: "127.0.0.1", port: 0 });
  const settings = createTestSettings({
    PUBLIC_URL: "http://gateway.test",
    FLOWS_HTTP_URL: service.listeningOrigin,
    CALL_CONTEXT_PRIVATE_KEY: keys.privateKey,
    RATE_REQUESTS_PER_MINUTE: "20",
  });
  gateways = [await startTestGateway(settings), await startTestGateway(settings)];
  [gateway] = gateways;
});
afterAll(async () => {
  await Promise.all(gateways.map((one) => one.close()));
  await service.close();
});

interface Reply {
  status: number;
  body: Record<string, unknown>;
}

async function ask(key: string, businessId: string, from: TestGateway = gateway): Promise<Reply> {
  const headers = { "x-api-key": key, "x-business-id": businessId };
  const answer = await from.request("GET", "/v1/public/campaigns", { headers });
  return { status: answer.status, body: (await answer.json()) as Reply["body"] };
}

const readBusiness = (businessId: string) => gateway.admin("GET", `/businesses/${businessId}`);

const createTestKey = (businessId: string, given: object = {}): Promise<TestKey> =>
  gateway.createKey(businessId, { mode: "test", ...given });

async function requestToken(clientId: string, key: string): Promise<Response> {
  const body = { grant_type: "client_credentials", client_id: clientId, client_secret: key };
  return gateway.request("POST", "/oauth/token", { body });
}

describe("a test key", () => {
  test("works in the sandbox of its business, whichever of the two ids the request names", async () => {
    const { businessId } = await gateway.createTenant();
    const { key } = await createTestKey(businessId);
    const { sandboxId } = await readBusiness(businessId);
    expect(isSandboxId(sandboxId)).toBe(true);
    for (const id of [businessId, String(sandboxId)]) {
      expect(await ask(key, id)).toMatchObject({ status: 200, body: { businessId: sandboxId } });
    }
  });

  test("of another business, and its live key, do not open the sandbox", async () => {
    const [own, other] = [await gateway.createTenant(), await gateway.createTenant()];
    await createTestKey(own.businessId);
    const otherTest = await createTestKey(other.businessId);
    const sandboxId = String((await readBusiness(own.businessId))["sandboxId"]);
    for (const { key } of [own, other, otherTest]) {
      expect(await ask(key, sandboxId)).toMatchObject({ status: 403, body: { error: "forbidden" } });
      expect((await requestToken(sandboxId, key)).status).toBe(401);
    }
    expect(await ask(otherTest.key, own.businessId)).toMatchObject({ status: 403 });
  });

  test.each(["the business", "the sandbox", "the key"])(
    "gets access tokens of the sandbox under the id of %s",
    async (name) => {
      const { businessId } = await gateway.createTenant();
      const { key, keyId } = await createTestKey(businessId);
      const sandboxId = String((await readBusiness(businessId))["sandboxId"]);
      const clientId = { "the business": businessId, "the sandbox": sandboxId, "the key": keyId }[name] ?? "";
      const answer = await requestToken(clientId, key);
      expect(answer.status).toBe(200);
      const { access_token: token } = (await answer.json()) as { access_token: string };
      const headers = { authorization: `Bearer ${token}`, "x-business-id": businessId };
      const read = await gateway.request("GET", "/v1/public/campaigns", { headers });
      expect(await read.json()).toMatchObject({ businessId: sandboxId });
    },
  );

  test("that is rotated keeps its mode and its sandbox", async () => {
    const { businessId } = await gateway.createTenant();
    const first = await createTestKey(businessId);
    const path = `/businesses/${businessId}/keys/${first.keyId}/rotate`;
    const rotated = await gateway.admin<{ key: string; mode: string; sandboxId: string }>("POST", path, {});
    expect(rotated).toMatchObject({ mode: "test", key: expect.stringMatching(/^svc_test_/) });
    expect(await ask(rotated.key, businessId)).toMatchObject({ body: { businessId: rotated.sandboxId } });
  });

  test("is limited separately from the live business", async () => {
    const live = await gateway.createTenant();
    const { key } = await createTestKey(live.businessId);
    const statuses: number[] = [];
    for (let count = 0; count < 60; count += 1) statuses.push((await ask(key, live.businessId)).status);
    expect(statuses).toContain(429);
    expect(await ask(live.key, live.businessId)).toMatchObject({ status: 200 });
  });

  test("has its own limit when it has its own rate setting", async () => {
    const { businessId } = await gateway.createTenant();
    const narrow = await createTestKey(businessId, { rates: { requestsPerMinute: 0 } });
    const wide = await createTestKey(businessId);
    expect(await ask(narrow.key, businessId)).toMatchObject({ status: 429 });
    expect(await ask(wide.key, businessId)).toMatchObject({ status: 200 });
  });
});

describe("a sandbox", () => {
  test("is created with the first test key, once, also by two requests at once", async () => {
    const { businessId } = await gateway.createTenant();
    expect(await readBusiness(businessId)).toMatchObject({ sandboxId: null });
    const made = await Promise.all([1, 2, 3, 4].map(() => createTestKey(businessId)));
    const used = await Promise.all(made.map(({ key }) => ask(key, businessId)));
    const ids = new Set(used.map(({ body }) => body["businessId"]));
    expect([...ids]).toEqual([(await readBusiness(businessId))["sandboxId"]]);
  });

  test("is created at the first use of a test key whose creation was interrupted, once for all replicas", async () => {
    const { businessId } = await gateway.createTenant();
    const { key } = await createTestKey(businessId);
    const mongo = await new MongoClient(testBackend().mongodbUrl).connect();
    await mongo.db(gateway.settings["MONGODB_DATABASE"]).collection("sandboxes").deleteOne({ sandboxOf: businessId });
    await mongo.close();
    const used = await Promise.all(gateways.map((replica) => ask(key, businessId, replica)));
    const sandboxId = (await readBusiness(businessId))["sandboxId"];
    expect(used.map(({ body }) => body["businessId"])).toEqual([sandboxId, sandboxId]);
  });

  test("follows the settings of its business", async () => {
    const { businessId } = await gateway.createTenant({}, { country: "MX" });
    const { key } = await createTestKey(businessId);
    expect(await ask(key, businessId)).toMatchObject({ body: { country: "MX", currency: "MXN" } });
    await gateway.admin("PATCH", `/businesses/${businessId}`, { country: "BR", currency: "BRL" });
    expect(await ask(key, businessId)).toMatchObject({ body: { country: "BR", currency: "BRL" } });
    await gateway.admin("PATCH", `/businesses/${businessId}`, { active: false });
    expect(await ask(key, businessId)).toMatchObject({ status: 401 });
  });

  test("is not listed as a business for operators", async () => {
    const { businessId } = await gateway.createTenant();
    await createTestKey(businessId);
    const sandboxId = String((await readBusiness(businessId))["sandboxId"]);
    const { items } = await gateway.admin<{ items: { _id: string; sandboxId: string | null }[] }>(
      "GET",
      "/businesses?limit=500",
    );
    expect(items.map(({ _id }) => _id)).not.toContain(sandboxId);
    expect(items.find(({ _id }) => _id === businessId)).toMatchObject({ sandboxId });
    for (const path of [`/businesses/${sandboxId}`, `/businesses/${sandboxId}/keys`]) {
      expect((await gateway.requestAdmin("GET", path, { headers: operatorHeaders() })).status).toBe(404);
    }
  });
});

test("a list of keys says which are for the sandbox", async () => {
  const { businessId, keyId } = await gateway.createTenant();
  const { keyId: testKeyId } = await createTestKey(businessId);
  const { items } = await gateway.admin<{ items: Record<string, unknown>[] }>("GET", `/businesses/${businessId}/keys`);
  const { sandboxId } = await readBusiness(businessId);
  expect(items.find((key) => key["_id"] === keyId)).toMatchObject({ businessId, mode: "live" });
  expect(items.find((key) => key["_id"] === keyId)).not.toHaveProperty("sandboxId");
  expect(items.find((key) => key["_id"] === testKeyId)).toMatchObject({ businessId, mode: "test", sandboxId });
});

const operatorHeaders = () => ({
  authorization: `Bearer ${(gateway.settings["OPERATOR_KEYS"] ?? "").split(":")[1] ?? ""}`,
});
