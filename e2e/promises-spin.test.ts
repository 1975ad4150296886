import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { eventually } from "@tenant-ops/kit/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Business, type House, startHouse } from "./support/house.js";
import { readGiftTypes } from "./support/residents.js";
import { differences, id, integer, oneOf, timestamp } from "@tenant-ops/proto/specification";

/** A tenant's back end: it notes what arrives and answers with `status`. */
interface Receiver {
  url: string;
  arrived: { headers: IncomingMessage["headers"]; body: Record<string, unknown> }[];
  status: number;
  server: Server;
}

let house: House;
let business: Business;
let receiver: Receiver;
let rouletteId: string;
beforeAll(async () => {
  // Two seconds of patience instead of days.
  const schedule = { WEBHOOK_RETRY_SCHEDULE: "200ms,200ms" };
  house = await startHouse({ services: ["roulettes", "webhooks"], env: { webhooks: schedule } });
  [business, receiver] = await Promise.all([house.newBusiness(), startReceiver()]);
  await done("POST", "/v1/public/webhooks/endpoints", { url: receiver.url });
  rouletteId = await givenRoulette();
});
afterAll(async () => {
  receiver.server.close();
  receiver.server.closeAllConnections();
  await house.stop();
});

async function startReceiver(): Promise<Receiver> {
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      made.arrived.push({ headers: request.headers, body: JSON.parse(body) as Record<string, unknown> });
      response.writeHead(made.status).end("{}");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const made: Receiver = { url: `http://127.0.0.1:${port}/`, arrived: [], status: 204, server };
  return made;
}

async function done(method: string, path: string, body?: object, headers?: Record<string, string>) {
  const answer = await house.rest(business, method, path, body, headers);
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}

/** Everybody wins a cap: a lose gift must be there, but need not have a chance. */
async function givenRoulette(): Promise<string> {
  const types = await readGiftTypes(house, business);
  const gift = (type: string, value: string, probability: number) => ({
    value,
    message: value,
    probability,
    typeOfGift: { name: type, _id: types[type] },
  });
  const made = await house.done(business, "roulettes_create_roulette", {
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
  return String(made["_id"]);
}

const spin = (user: string, key: string) =>
  house.rest(
    business,
    "POST",
    `/v1/public/roulettes/${rouletteId}/spins`,
    { user_id: user },
    { "idempotency-key": key },
  );

const totalSpins = async () =>
  (await house.done(business, "roulettes_get_roulette", { roulette_id: rouletteId }))["totalSpins"];

type LogEntry = Record<string, unknown>;
const log = async () => (await done("GET", "/v1/public/webhooks")) as unknown as LogEntry[];

test("a roulette is inactive until it is activated", async () => {
  expect(await spin("ana", "early")).toMatchObject({ status: 409, body: { error: "roulette_inactive" } });
  expect(await totalSpins()).toBe(0);
  const activated = await done("PATCH", `/v1/public/roulettes/${rouletteId}`, { isActive: true });
  expect(activated).toMatchObject({ _id: rouletteId, isActive: true });
});

test("a spin wins a prize, once, however often it is sent; the prize can be claimed, and the tenant hears of it", async () => {
  const first = await spin("ana", "order-1");
  expect(first).toMatchObject({
    status: 201,
    body: {
      result: "won",
      gift: { value: "Cap", index: 0 },
      prize: { status: "won" },
      text: "Won",
      animation_seconds: 4,
      wins_left: 0,
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

  const { prize_id: prizeId } = first.body["prize"] as { prize_id: string };
  const claim = () => done("POST", `/v1/public/prizes/${prizeId}/claim`);
  const claimed = await claim();
  expect(claimed).toMatchObject({ prize_id: prizeId, status: "claimed" });
  expect(await claim()).toEqual(claimed);

  const entry = await eventually(async () => {
    const [newest] = await log();
    expect(newest).toMatchObject({ status: "delivered" });
    return newest;
  }, 20_000);
  const specified = {
    webhookId: id,
    event: oneOf("spin.completed"),
    status: oneOf("delivered"),
    deliveryAttempt: integer,
    traceId: id,
    createdAt: timestamp,
  };
  expect(differences(specified, entry)).toEqual([]);
  expect(receiver.arrived).toHaveLength(1);
  const [arrived] = receiver.arrived;
  expect(arrived?.body).toMatchObject({ type: "spin.completed", data: { rouletteId } });
  expect(arrived?.headers["webhook-signature"]).toMatch(/^v1,/);
});

test("an endpoint that answers 401 to the end is logged as failed, and every spin is counted", async () => {
  receiver.status = 401;
  expect(await spin("ben", "order-3")).toMatchObject({ status: 201 });
  await eventually(async () => {
    const [newest, oldest] = await log();
    expect(newest).toMatchObject({ status: "failed", deliveryAttempt: 3 });
    expect(oldest).toMatchObject({ status: "delivered", deliveryAttempt: 1 });
    expect(newest?.["traceId"]).not.toBe(oldest?.["traceId"]);
  }, 20_000);
  expect(await totalSpins()).toBe(2);
});

test("the log holds the last twenty deliveries, newest first", async () => {
  receiver.status = 204;
  // Ben and Ana have won what they can; everybody else has one win.
  const wheel = (user: number) => spin(`user-${user}`, `many-${user}`);
  await Promise.all(Array.from({ length: 25 }, (_, user) => wheel(user)));
  expect(await totalSpins()).toBe(27);
  await eventually(async () => {
    const entries = await log();
    expect(entries).toHaveLength(20);
    expect(new Set(entries.map(({ status }) => status))).toEqual(new Set(["delivered"]));
    const times = entries.map(({ createdAt }) => String(createdAt));
    expect(times).toEqual(times.toSorted().toReversed());
    expect(receiver.arrived.length).toBeGreaterThanOrEqual(1 + 3 + 25);
  }, 20_000);
});

test.each([
  ["GET", ""],
  ["PATCH", ""],
  ["DELETE", ""],
  ["POST", "/ping"],
  ["POST", "/rotate-secret"],
])("%s of an endpoint that is not there%s", async (method, step) => {
  const body = method === "POST" || method === "PATCH" ? {} : undefined;
  const answer = await house.rest(business, method, `/v1/public/webhooks/endpoints/we_none${step}`, body);
  expect(answer).toMatchObject({ status: 404, body: { error: "webhook_endpoint_not_found" } });
});
