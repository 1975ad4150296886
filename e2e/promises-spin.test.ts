import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { eventually } from "@tenant-ops/kit/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Business, type TestMesh, useSharedMesh } from "./support/mesh/test-mesh.js";
import { readGiftTypes } from "./support/records/seeded-tenants.js";
import { findDifferences, id, integer, oneOf, timestamp } from "@tenant-ops/proto/specification";

/** A tenant's webhook receiver. It records the requests and answers with `status`. */
interface Receiver {
  url: string;
  received: { headers: IncomingMessage["headers"]; body: Record<string, unknown> }[];
  status: number;
  server: Server;
}

let testMesh: TestMesh;
let business: Business;
let receiver: Receiver;
let rouletteId: string;
beforeAll(async () => {
  testMesh = await useSharedMesh();
  [business, receiver] = await Promise.all([testMesh.createBusiness(), startReceiver()]);
  await callRestOrThrow("POST", "/v1/public/webhooks/endpoints", { url: receiver.url, maxAttempts: 3 });
  rouletteId = await createRoulette();
});
afterAll(() => {
  receiver.server.close();
  receiver.server.closeAllConnections();
});

async function startReceiver(): Promise<Receiver> {
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      created.received.push({ headers: request.headers, body: JSON.parse(body) as Record<string, unknown> });
      response.writeHead(created.status).end("{}");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const created: Receiver = { url: `http://127.0.0.1:${port}/`, received: [], status: 204, server };
  return created;
}

const callRestOrThrow = (method: string, path: string, body?: object) =>
  testMesh.callRestOrThrow(business, method, path, body);

/** A roulette on which every spin wins. The required Perder gift has the probability 0. */
async function createRoulette(): Promise<string> {
  const types = await readGiftTypes(testMesh, business);
  const gift = (type: string, value: string, probability: number) => ({
    value,
    message: value,
    probability,
    typeOfGift: { name: type, _id: types[type] },
  });
  const receiver = await testMesh.callToolOrThrow(business, "roulettes_create_roulette", {
    name: "Wheel",
    gifts: [{ ...gift("Fisico", "Cap", 1), quantity: 5 }, gift("Perder", "Nothing", 0)],
    time_to_win: 4,
    time_to_lose: 2,
    text_to_win: "Won",
    text_to_lose: "Lost",
    terms_and_conditions: "None",
    roulette_type_id: 1,
    roulette_type_name: "standard",
  });
  return String(receiver["_id"]);
}

const spin = (user: string, key: string) =>
  testMesh.callRest(
    business,
    "POST",
    `/v1/public/roulettes/${rouletteId}/spins`,
    { userId: user },
    { "idempotency-key": key },
  );

const totalSpins = async () =>
  (await testMesh.callToolOrThrow(business, "roulettes_get_roulette", { roulette_id: rouletteId }))["totalSpins"];

type LogEntry = Record<string, unknown>;
const log = async () => (await callRestOrThrow("GET", "/v1/public/webhooks")) as unknown as LogEntry[];

test("a roulette is inactive until it is activated", async () => {
  expect(await spin("ana", "early")).toMatchObject({ status: 409, body: { error: "roulette_inactive" } });
  expect(await totalSpins()).toBe(0);
  const activated = await callRestOrThrow("PATCH", `/v1/public/roulettes/${rouletteId}`, { isActive: true });
  expect(activated).toMatchObject({ _id: rouletteId, isActive: true });
});

test("a repeated spin wins one prize, the prize can be claimed, and the tenant receives the webhook", async () => {
  const first = await spin("ana", "order-1");
  expect(first).toMatchObject({
    status: 201,
    body: {
      result: "won",
      gift: { value: "Cap", index: 0 },
      text: "Won",
      animationSeconds: 4,
      winsLeft: 0,
    },
  });
  const again = await Promise.all([spin("ana", "order-1"), spin("ana", "order-1")]);
  for (const { body, headers } of again) {
    expect(body).toEqual(first.body);
    expect(headers.get("idempotent-replayed")).toBe("true");
  }
  expect(await totalSpins()).toBe(1);
  expect(await spin("ben", "order-1")).toMatchObject({ status: 422, body: { error: "idempotency_conflict" } });
  expect(await spin("ana", "order-2")).toMatchObject({ status: 409, body: { error: "max_wins_reached" } });

  const prizeId = String(first.body["prizeId"]);
  const claim = () => callRestOrThrow("POST", `/v1/public/prizes/${prizeId}/claim`);
  const claimed = await claim();
  expect(claimed).toMatchObject({ _id: prizeId, status: "claimed", claimedNow: true });
  expect(await claim()).toEqual({ ...claimed, claimedNow: false });

  const entry = await eventually(async () => {
    const [newest] = await log();
    expect(newest).toMatchObject({ status: "delivered" });
    return newest;
  }, 60_000);
  const specified = {
    webhookId: id,
    event: oneOf("spin.completed"),
    status: oneOf("delivered"),
    deliveryAttempt: integer,
    traceId: id,
    createdAt: timestamp,
  };
  expect(findDifferences(specified, entry)).toEqual([]);
  expect(receiver.received).toHaveLength(1);
  const [received] = receiver.received;
  expect(received?.body).toMatchObject({ type: "spin.completed", data: { rouletteId } });
  expect(received?.headers["webhook-signature"]).toMatch(/^v1,/);
});

test("deliveries to an endpoint that always answers 401 are logged as failed, and every spin is counted", async () => {
  receiver.status = 401;
  expect(await spin("ben", "order-3")).toMatchObject({ status: 201 });
  await eventually(async () => {
    const [newest, oldest] = await log();
    expect(newest).toMatchObject({ status: "failed", deliveryAttempt: 3 });
    expect(oldest).toMatchObject({ status: "delivered", deliveryAttempt: 1 });
    expect(newest?.["traceId"]).not.toBe(oldest?.["traceId"]);
  }, 60_000);
  expect(await totalSpins()).toBe(2);
});

test("the log holds the last twenty deliveries, newest first", async () => {
  receiver.status = 204;
  // Ben and Ana have reached max_wins; every other user can win once.
  const wheel = (user: number) => spin(`user-${user}`, `many-${user}`);
  await Promise.all(Array.from({ length: 25 }, (_, user) => wheel(user)));
  expect(await totalSpins()).toBe(27);
  await eventually(async () => {
    const entries = await log();
    expect(entries).toHaveLength(20);
    expect(new Set(entries.map(({ status }) => status))).toEqual(new Set(["delivered"]));
    const times = entries.map(({ createdAt }) => String(createdAt));
    expect(times).toEqual(times.toSorted().toReversed());
    expect(receiver.received.length).toBeGreaterThanOrEqual(1 + 3 + 25);
  }, 60_000);
});

test.each([
  ["GET", ""],
  ["PATCH", ""],
  ["DELETE", ""],
  ["POST", "/ping"],
  ["POST", "/rotate-secret"],
])("%s of an endpoint that is not there%s", async (method, step) => {
  const body = { POST: {}, PATCH: { status: "enabled" } }[method];
  const answer = await testMesh.callRest(business, method, `/v1/public/webhooks/endpoints/we_none${step}`, body);
  expect(answer).toMatchObject({ status: 404, body: { error: "webhook_endpoint_not_found" } });
});
