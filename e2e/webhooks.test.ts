import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { eventually } from "@tenant-ops/kit/testing";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Business, type House, send, startHouse } from "./support/house.js";

let house: House;
beforeAll(async () => {
  house = await startHouse({ services: ["roulettes", "webhooks"] });
});
afterAll(() => house.stop());

interface Received {
  headers: Record<string, string>;
  body: string;
}

async function startReceiver() {
  const requests: Received[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (chunk: string) => (body += chunk));
    request.on("end", () => {
      requests.push({ headers: request.headers as Record<string, string>, body });
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, requests, server };
}

/** An active roulette on which everybody loses. */
async function givenRoulette(business: Business): Promise<string> {
  const resource = {
    jsonrpc: "2.0",
    id: 1,
    method: "resources/read",
    params: { uri: "service://roulettes/schema/gifts" },
  };
  const read = await send("POST", `${house.url}/mcp`, resource, { "x-api-key": business.key });
  const row = JSON.stringify(read.body)
    .split(String.raw`\n`)
    .find((line) => line.includes("gty_") && line.includes("Perder"));
  const roulette = await house.done(business, "roulettes_create_roulette", {
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

test("a spin ends as a signed request that the official library accepts, and stands as delivered in the log", async () => {
  const business = await house.newBusiness();
  const receiver = await startReceiver();
  const endpoint = await house.rest(business, "POST", "/v1/public/webhooks/endpoints", { url: receiver.url });
  expect(endpoint.status).toBe(201);

  const rouletteId = await givenRoulette(business);
  const spin = await house.rest(
    business,
    "POST",
    `/v1/public/roulettes/${rouletteId}/spins`,
    { user_id: "u-1" },
    { "idempotency-key": "spin-1" },
  );
  expect(spin.status).toBe(201);

  await eventually(() => expect(receiver.requests).toHaveLength(1), 20_000);
  const [request] = receiver.requests;
  const event = new Webhook(String(endpoint.body["secret"])).verify(request?.body ?? "", request?.headers ?? {});
  expect(event).toMatchObject({
    type: "spin.completed",
    businessId: business.businessId,
    data: { rouletteId, userId: "u-1", result: "lost" },
  });
  await eventually(async () => {
    const log = (await house.rest(business, "GET", "/v1/public/webhooks")).body as unknown as object[];
    expect(log).toEqual([
      {
        webhookId: request?.headers["webhook-id"],
        event: "spin.completed",
        status: "delivered",
        deliveryAttempt: 1,
        traceId: request?.headers["webhook-trace-id"],
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        endpointId: endpoint.body["endpointId"],
      },
    ]);
  });
  receiver.server.close();
});
