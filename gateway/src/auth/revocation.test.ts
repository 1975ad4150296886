import { eventually } from "@tenant-ops/kit/testing";
import { MongoClient } from "mongodb";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestSettings, startTestGateway, type TestGateway, type TestKey } from "../testing.js";

const list = { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} };

function status(gateway: TestGateway, headers: Record<string, string>): Promise<number> {
  return gateway.request("POST", "/mcp", { headers, body: list }).then((answer) => answer.status);
}

async function requestToken(gateway: TestGateway, { businessId, key }: TestKey): Promise<string> {
  const body = { grant_type: "client_credentials", client_id: businessId, client_secret: key };
  const answer = await gateway.request("POST", "/oauth/token", { body });
  return ((await answer.json()) as { access_token: string }).access_token;
}

describe("with two replicas", () => {
  let replicas: [TestGateway, TestGateway];

  beforeAll(async () => {
    // Replicas have one public URL, which is the issuer of their tokens.
    const settings = createTestSettings({
      PUBLIC_URL: "http://gateway.test",
      RATE_FAILED_CREDENTIALS_PER_MINUTE: "1000",
    });
    replicas = [await startTestGateway(settings), await startTestGateway(settings)];
  });
  afterAll(() => Promise.all(replicas.map((replica) => replica.close())));

  test("a key and its tokens work on both, whichever created them", async () => {
    const [one, two] = replicas;
    const tenant = await one.createTenant();
    const token = await requestToken(two, tenant);
    for (const replica of replicas) {
      expect(await status(replica, { "x-api-key": tenant.key })).toBe(200);
      expect(await status(replica, { authorization: `Bearer ${token}` })).toBe(200);
    }
  });

  test("a revoked key and its tokens are 401: at once on the replica that revoked it, after its message on the other", async () => {
    const [one, two] = replicas;
    const tenant = await one.createTenant();
    const token = await requestToken(one, tenant);
    const credentials: Array<Record<string, string>> = [
      { "x-api-key": tenant.key },
      { authorization: `Bearer ${token}` },
    ];
    // Both replicas have the key in their caches now. There it would stay valid for 30 seconds.
    for (const replica of replicas) for (const sent of credentials) expect(await status(replica, sent)).toBe(200);

    await one.admin("POST", `/businesses/${tenant.businessId}/keys/${tenant.keyId}/revoke`);

    for (const sent of credentials) expect(await status(one, sent)).toBe(401);
    await eventually(async () => {
      for (const sent of credentials) expect(await status(two, sent)).toBe(401);
    });
  });

  test("a revoked key whose record has expired is still refused, and the other keys of its business work", async () => {
    const [one, two] = replicas;
    const tenant = await one.createTenant();
    const keyPath = `/businesses/${tenant.businessId}/keys/${tenant.keyId}`;
    const rotated = await one.admin<{ _id: string; key: string }>("POST", `${keyPath}/rotate`, { overlapDays: 1 });
    const token = await requestToken(one, tenant);
    await one.admin("POST", `${keyPath}/revoke`);
    const refused: Array<Record<string, string>> = [{ "x-api-key": tenant.key }, { authorization: `Bearer ${token}` }];
    for (const sent of refused) expect(await status(one, sent)).toBe(401);
    // MongoDB does this 400 days later, by the TTL index.
    const { MONGODB_URL: url = "", MONGODB_DATABASE: database = "" } = one.settings;
    const client = await new MongoClient(url).connect();
    const keys = client.db(database).collection<{ _id: string; revokedAt: Date | null }>("keys");
    expect((await keys.deleteOne({ _id: tenant.keyId, revokedAt: { $ne: null } })).deletedCount).toBe(1);
    const ttl = (await keys.indexes()).find(({ expireAfterSeconds }) => expireAfterSeconds !== undefined);
    expect(ttl).toMatchObject({ key: { revokedAt: 1 }, expireAfterSeconds: 400 * 24 * 3600 });
    await client.close();
    const third = await startTestGateway(one.settings);
    for (const replica of [one, two, third]) {
      for (const sent of refused) expect(await status(replica, sent)).toBe(401);
      expect(await status(replica, { "x-api-key": rotated.key })).toBe(200);
    }
    const listed = await one.admin<{ items: { _id: string }[] }>("GET", `/businesses/${tenant.businessId}/keys`);
    expect(listed.items.map(({ _id }) => _id)).toEqual([rotated._id]);
    await third.close();
  });

  test("a change of the business reaches both", async () => {
    const [one, two] = replicas;
    const tenant = await one.createTenant();
    expect(await status(two, { "x-api-key": tenant.key })).toBe(200);
    await one.admin("PATCH", `/businesses/${tenant.businessId}`, { active: false });
    await eventually(async () => expect(await status(two, { "x-api-key": tenant.key })).toBe(401));
  });
});

test("without NATS keys work, and a revocation takes effect at once on the replica that made it", async () => {
  const gateway = await startTestGateway(createTestSettings({ NATS_URL: "nats://127.0.0.1:9" }));
  try {
    const tenant = await gateway.createTenant();
    expect(await status(gateway, { "x-api-key": tenant.key })).toBe(200);
    await gateway.admin("POST", `/businesses/${tenant.businessId}/keys/${tenant.keyId}/revoke`);
    expect(await status(gateway, { "x-api-key": tenant.key })).toBe(401);
  } finally {
    await gateway.close();
  }
});
