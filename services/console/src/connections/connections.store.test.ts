import { newId } from "@tenant-ops/kit/data";
import { examinedDuring } from "@tenant-ops/kit/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findRegisteredClient, keepClient, recordClientUse } from "../oauth-clients/registered-clients.store.js";
import { startTestConsole, type TestConsole } from "../testing.js";
import { countActive, insertConnection, listConnections } from "./connections.store.js";
import type { Connection } from "./connections.rules.js";

const clientsMax = 3;
let service: TestConsole;
beforeAll(async () => {
  service = await startTestConsole({ OAUTH_CLIENTS_MAX: String(clientsMax) });
});
afterAll(() => service.close());

const getDatabase = () => service.running.context.db;

function createConnection(given: Partial<Connection>): Connection {
  const now = new Date();
  return {
    _id: newId("con"),
    businessId: newId("biz"),
    personId: "per_1",
    client: { id: "ocl_1", name: "Agent", host: null, redirectHost: "localhost" },
    scopes: ["supply:read"],
    refusedScopes: [],
    requireProposal: false,
    isSandbox: false,
    resource: "",
    refresh: { generation: 1, salt: "", hash: "", rotatedAt: now },
    createdAt: now,
    lastUsedAt: null,
    calls: 0,
    isActive: true,
    revokedAt: null,
    revokedReason: null,
    expiresAt: new Date(now.getTime() + 1_000_000),
    ...given,
  };
}

describe("among many connections", () => {
  const businessId = newId("biz");
  const people = ["per_a", "per_b"];
  beforeAll(async () => {
    const many = Array.from({ length: 3000 }, (_, index) =>
      createConnection({
        businessId: index % 3 === 0 ? newId("biz") : businessId,
        personId: people[index % 2] ?? "",
        // The few connections that a filter finds are at the end of the list.
        isActive: index < 20,
      }),
    );
    await getDatabase().shared<Connection>("connections").insertMany(many);
  });

  test.each([
    ["of a business", { businessId }],
    ["that are active", { businessId, isActive: true }],
    ["of a person in the business", { businessId, personId: "per_a" }],
    ["of a person in the business that are active", { businessId, personId: "per_a", isActive: true }],
    ["of a person", { personId: "per_b" }],
    ["of a person that are active", { personId: "per_b", isActive: true }],
  ])("a page of those %s reads no more than it shows, also the second one", async (_name, filter) => {
    const limit = 3;
    const database = getDatabase();
    const first = await listConnections(database, filter, { limit, cursor: "" });
    expect(first.items).toHaveLength(limit);
    const cursor = first.nextCursor ?? "";
    const examined = await examinedDuring(database.name, () => listConnections(database, filter, { limit, cursor }));
    expect(examined).toBeLessThanOrEqual(limit + 1);
    const second = await listConnections(database, filter, { limit, cursor });
    expect(second.items.every(({ _id }) => _id < (first.items.at(-1)?._id ?? ""))).toBe(true);
  });

  test("the count of a person's active ones stops at the limit", async () => {
    expect(await countActive(getDatabase(), businessId, "per_a", 2)).toBe(2);
  });

  test("a cursor of one list is no cursor of another", async () => {
    const { nextCursor = "" } = await listConnections(getDatabase(), { businessId }, { limit: 1, cursor: "" });
    const page = { limit: 1, cursor: nextCursor };
    await expect(listConnections(getDatabase(), { businessId: newId("biz") }, page)).rejects.toMatchObject({
      code: "invalid_cursor",
    });
  });
});

describe("the registration of clients", () => {
  const register = async () => {
    const answer = await fetch(`${service.httpUrl}/oauth/register`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ redirect_uris: ["http://localhost/"], token_endpoint_auth_method: "client_secret_post" }),
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, string> };
  };

  test("gives a client no secret, and refuses a flood without deleting a client that is new or is being allowed", async () => {
    const made: string[] = [];
    for (let count = 0; count < clientsMax; count += 1) {
      const { status, body } = await register();
      expect(status).toBe(201);
      expect(body).toMatchObject({ token_endpoint_auth_method: "none" });
      expect(body["client_secret"]).toBeUndefined();
      made.push(body["client_id"] ?? "");
    }
    const refused = { status: 503, body: { error: "temporarily_unavailable" } };
    for (const _ of [1, 2]) expect(await register()).toMatchObject(refused);
    const [used = "", open = "", idle = ""] = made;
    const clients = getDatabase().shared<{ _id: string; keptUntil: Date }>("oauthClients");
    await clients.updateMany({ _id: { $in: made } }, { $set: { keptUntil: new Date(Date.now() - 1) } });
    await recordClientUse(getDatabase(), used, new Date());
    await keepClient(getDatabase(), open, new Date(Date.now() + 60_000));

    expect((await register()).status).toBe(201);
    expect(await findRegisteredClient(getDatabase(), idle)).toBeNull();
    for (const kept of [used, open]) expect(await findRegisteredClient(getDatabase(), kept)).not.toBeNull();
    expect(await register()).toMatchObject(refused);
  });
});

test("a connection of another business is not resolved, named, counted, refreshed or revoked", async () => {
  const [own, other] = [service.newTenant(), service.newTenant()];
  const given = { businessId: own.businessId };
  const connection = createConnection(given);
  await insertConnection(getDatabase(), connection);
  const connectionId = connection._id;
  expect((await other.rpc.resolveConnection({ connectionId })).connection).toBeUndefined();
  const ids = { connectionIds: [connectionId, newId("con")] };
  expect((await other.rpc.nameConnections(ids)).connections).toEqual([]);
  expect((await own.rpc.nameConnections(ids)).connections).toMatchObject([{ connectionId, name: "Agent" }]);
  await other.rpc.recordConnectionUse({ connectionId, calls: 5, lastUsedAt: new Date().toISOString() });
  const revocation = { connectionId, clientId: "ocl_1", generation: 0, tokenHash: "" };
  expect(await other.rpc.revokeConnection(revocation)).toMatchObject({ revoked: false });
  const refresh = { connectionId, clientId: "ocl_1", generation: 1, tokenHash: "x".repeat(43), resource: "" };
  expect(await other.rpc.refreshConnection(refresh)).toMatchObject({ error: "invalid_grant" });
  const stored = await getDatabase().shared<Connection>("connections").findOne({ _id: connectionId });
  expect(stored).toMatchObject({ calls: 0, isActive: true });
});
