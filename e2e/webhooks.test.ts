import { eventually } from "@tenant-ops/kit/testing";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Business, type TestMesh, sendJson, useSharedMesh } from "./support/mesh/test-mesh.js";
import { startWebhookReceiver } from "./support/calls/webhook-receiver.js";

let testMesh: TestMesh;
beforeAll(async () => {
  testMesh = await useSharedMesh();
});
const receivers: { close(): void }[] = [];
afterAll(async () => {
  for (const receiver of receivers) receiver.close();
});

async function startReceiver() {
  const receiver = await startWebhookReceiver();
  receivers.push(receiver);
  return receiver;
}

/** Creates an active roulette on which every spin loses. */
async function createRoulette(business: Business): Promise<string> {
  const resource = {
    jsonrpc: "2.0",
    id: 1,
    method: "resources/read",
    params: { uri: "service://roulettes/schema/gifts" },
  };
  const read = await sendJson("POST", `${testMesh.url}/mcp`, resource, { "x-api-key": business.key });
  const row = JSON.stringify(read.body)
    .split(String.raw`\n`)
    .find((line) => line.includes("gty_") && line.includes("Perder"));
  const roulette = await testMesh.callToolOrThrow(business, "roulettes_create_roulette", {
    name: "Wheel",
    gifts: [
      {
        value: "Nothing",
        message: "Next time",
        probability: 1,
        typeOfGift: { name: "Perder", _id: /gty_\w+/.exec(row ?? "")?.[0] },
      },
    ],
    time_to_win: 1,
    time_to_lose: 1,
    text_to_win: "won",
    text_to_lose: "lost",
    terms_and_conditions: "none",
    roulette_type_id: 1,
    roulette_type_name: "standard",
    is_active: true,
  });
  return String(roulette["_id"]);
}

async function spin(business: Business, rouletteId: string): Promise<void> {
  const path = `/v1/public/roulettes/${rouletteId}/spins`;
  const spun = await testMesh.callRest(business, "POST", path, { userId: "u-1" }, { "idempotency-key": "spin-1" });
  expect(spun.status).toBe(201);
}

test("a spin causes a signed request that the official library accepts, and the log shows it as delivered", async () => {
  const business = await testMesh.createBusiness();
  const receiver = await startReceiver();
  const endpoint = await testMesh.callRest(business, "POST", "/v1/public/webhooks/endpoints", { url: receiver.url });
  expect(endpoint.status).toBe(201);

  const rouletteId = await createRoulette(business);
  await spin(business, rouletteId);

  await eventually(() => expect(receiver.requests).toHaveLength(1), 60_000);
  const [request] = receiver.requests;
  const event = new Webhook(String(endpoint.body["secret"])).verify(request?.body ?? "", request?.headers ?? {});
  expect(event).toMatchObject({
    type: "spin.completed",
    businessId: business.businessId,
    data: { rouletteId, userId: "u-1", result: "lost" },
  });
  await eventually(async () => {
    const log = (await testMesh.callRest(business, "GET", "/v1/public/webhooks")).body as unknown as object[];
    expect(log).toEqual([
      {
        webhookId: request?.headers["webhook-id"],
        event: "spin.completed",
        status: "delivered",
        deliveryAttempt: 1,
        traceId: request?.headers["webhook-trace-id"],
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        endpointId: endpoint.body["_id"],
      },
    ]);
  });
});

test("only its own business can change an endpoint, and waiting deliveries go to the new URL", async () => {
  const [business, other] = [await testMesh.createBusiness(), await testMesh.createBusiness()];
  const [before, after] = [await startReceiver(), await startReceiver()];
  const endpoints = "/v1/public/webhooks/endpoints";
  const created = await testMesh.callRest(business, "POST", endpoints, {
    url: before.url,
    maxAttempts: 4,
    ratePerSecond: 5,
  });
  const path = `${endpoints}/${String(created.body["_id"])}`;

  const stopped = await testMesh.callRest(business, "PATCH", path, {
    status: "disabled",
    description: "moving",
  });
  expect(stopped).toMatchObject({ status: 200, body: { status: "disabled", description: "moving" } });
  await spin(business, await createRoulette(business));
  await eventually(async () =>
    expect((await testMesh.callRest(business, "GET", "/v1/public/webhooks")).body).toMatchObject([
      { status: "pending" },
    ]),
  );
  expect(await testMesh.callRest(other, "PATCH", path, { status: "enabled", url: after.url })).toMatchObject({
    status: 404,
    body: { error: "webhook_endpoint_not_found" },
  });
  expect(await testMesh.callRest(business, "PATCH", path, { url: "http://169.254.169.254/" })).toMatchObject({
    status: 422,
    body: { error: "egress_refused" },
  });

  const moved = await testMesh.callRest(business, "PATCH", path, {
    status: "enabled",
    url: after.url,
    ratePerSecond: null,
  });
  expect(moved).toMatchObject({ status: 200, body: { status: "enabled", url: after.url, maxAttempts: 4 } });
  expect(moved.body).not.toHaveProperty("ratePerSecond");
  expect(JSON.stringify(moved.body)).not.toContain("whsec_");
  // The waiting delivery may have been made since, and changes the counts.
  const { stats, ...stored } = (await testMesh.callRest(business, "GET", path)).body;
  expect(stats).toMatchObject({ failures: 0 });
  expect(moved.body).toMatchObject(stored);
  await eventually(() => expect(after.requests).toHaveLength(1), 60_000);
  expect(before.requests).toEqual([]);
});
