import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { eventually } from "@tenant-ops/kit/testing";
import { newId } from "@tenant-ops/kit/data";
import { type Document, MongoClient } from "mongodb";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Business, type HttpAnswer, startTestMesh, type OwnTestMesh } from "./support/test-mesh.js";
import { waitForEvents } from "./support/wait-for-events.js";

let testMesh: OwnTestMesh;
let mongo: MongoClient;
const servers: Server[] = [];
beforeAll(async () => {
  testMesh = await startTestMesh();
  mongo = await new MongoClient(testMesh.mesh.mongodbUrl).connect();
});
afterAll(async () => {
  for (const server of servers) server.close();
  await mongo.close();
  await testMesh.stop();
});

const services = ["supply", "roulettes", "learning", "flows", "webhooks"];

interface Sandbox {
  live: Business;
  /** With the test key; `businessId` is that of the live business, as a developer leaves it. */
  own: Business;
  sandboxId: string;
}

async function createSandbox(key: object = {}): Promise<Sandbox> {
  const live = await testMesh.createBusiness();
  const own = await testMesh.createTestKey(live, key);
  return { live, own, sandboxId: own.sandboxId };
}

const post = (business: Business, path: string, headers: Record<string, string> = {}): Promise<HttpAnswer> =>
  testMesh.callRest(business, "POST", `/v1/public/sandbox/${path}`, undefined, headers);

async function postOrThrow(business: Business, path: string): Promise<HttpAnswer["body"]> {
  const answer = await post(business, path);
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}

const countTool = async (business: Business, tool: string): Promise<number> =>
  ((await testMesh.callToolOrThrow(business, tool))["items"] as unknown[]).length;

async function countLists(business: Business): Promise<number[]> {
  const lists = [
    "supply_list_stocks",
    "supply_list_service_centers",
    "supply_list_service_center_stocks",
    "supply_get_withdrawal_history",
    "roulettes_list_roulettes",
    "roulettes_list_roulette_items",
    "learning_list_courses",
    "flows_list_flows",
  ];
  return Promise.all(lists.map((tool) => countTool(business, tool)));
}
const oneSeed = [3, 2, 3, 1, 1, 2, 1, 1];
const nothing = oneSeed.map(() => 0);

/** Documents of all services that name the business, by database and collection; fences stay, because they are not data. */
async function findRecords(businessId: string): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const service of services) {
    const db = mongo.db(`${testMesh.mesh.databasePrefix}${service}`);
    for (const { name } of await db.listCollections({}, { nameOnly: true }).toArray()) {
      const filter = { $or: [{ businessId }, { _id: { $regex: `^${businessId}` } }] } as Document;
      const count = await db.collection(name).countDocuments(filter);
      if (count > 0 && name !== "sandboxFences") found[`${service}.${name}`] = count;
    }
  }
  return found;
}

const spin = (business: Business, rouletteId: string, userId = newId("user")): Promise<HttpAnswer> =>
  testMesh.callRest(
    business,
    "POST",
    `/v1/public/roulettes/${rouletteId}/spins`,
    { userId },
    {
      "idempotency-key": newId("key"),
    },
  );

const rouletteOf = (seeded: HttpAnswer["body"]): string => (seeded["roulettes"] as { rouletteId: string }).rouletteId;

describe("seed", () => {
  test("fills the sandbox once, also when two ask at once and later again; the live business gets nothing", async () => {
    const { own, live } = await createSandbox();
    const [first, second] = await Promise.all([postOrThrow(own, "seed"), postOrThrow(own, "seed")]);
    expect(first).toEqual(second);
    expect(await postOrThrow(own, "seed")).toEqual(first);
    expect(first).toMatchObject({ status: "seeded", flows: { slug: "bienvenida" } });
    expect(await countLists(own)).toEqual(oneSeed);
    expect(await countLists(live)).toEqual(nothing);
    expect(await testMesh.callToolOrThrow(live, "learning_get_enrollment_stats")).toMatchObject({
      total_enrollments: 0,
    });
    expect((await spin(own, rouletteOf(first))).status).toBe(201);
    expect((await spin(live, rouletteOf(first))).status).toBe(404);
    const { publicUrl } = first["flows"] as { publicUrl: string };
    const page = await fetch(`${testMesh.url}${new URL(publicUrl).pathname}`);
    expect([page.status, page.headers.get("x-robots-tag")]).toEqual([200, "noindex, nofollow"]);
  });

  test("that stops half way is finished by its repetition, without a second set", async () => {
    const { own } = await createSandbox();
    const { learning } = testMesh.mesh.processes;
    await learning?.stop();
    expect((await post(own, "seed")).status).toBe(503);
    await learning?.start();
    const finished = await eventually(() => postOrThrow(own, "seed"), 60_000);
    expect(finished).toMatchObject({ status: "seeded" });
    expect(await countLists(own)).toEqual(oneSeed);
  });
});

describe("reset", () => {
  test("deletes everything of the sandbox in all services and nothing of others; then it can be seeded again", async () => {
    const [{ own, live, sandboxId }, other] = [await createSandbox(), await createSandbox()];
    const first = await postOrThrow(own, "seed");
    await testMesh.callRest(own, "POST", "/v1/public/webhooks/endpoints", { url: "http://127.0.0.1:9/hook" });
    await postOrThrow(other.own, "seed");
    await testMesh.callToolOrThrow(live, "supply_create_service_center", { name: "North" });
    await waitForEvents(testMesh);
    const before = [await findRecords(live.businessId), await findRecords(other.sandboxId)];

    expect(await postOrThrow(own, "reset")).toEqual({ status: "emptied" });

    expect(await findRecords(sandboxId)).toEqual({});
    expect([await findRecords(live.businessId), await findRecords(other.sandboxId)]).toEqual(before);
    expect(await countLists(own)).toEqual(nothing);
    const again = await postOrThrow(own, "seed");
    expect(rouletteOf(again)).not.toBe(rouletteOf(first));
    expect(again["flows"]).toEqual(first["flows"]);
    expect(await countLists(own)).toEqual(oneSeed);
  });

  test("and seed refuse a live key, whose business does not change, and a key that may not write everywhere", async () => {
    const { live } = await createSandbox();
    await testMesh.callToolOrThrow(live, "supply_create_service_center", { name: "North" });
    const narrow = await createSandbox({ scopes: ["supply:write", "roulettes:write"] });
    for (const path of ["reset", "seed"]) {
      expect(await post(live, path)).toMatchObject({ status: 403, body: { error: "sandbox_only" } });
      expect(await post(narrow.own, path)).toMatchObject({ status: 403, body: { error: "forbidden" } });
    }
    expect(await countTool(live, "supply_list_service_centers")).toBe(1);
  });

  test("under the same idempotency key is carried out once", async () => {
    const { own } = await createSandbox();
    const headers = { "idempotency-key": newId("key") };
    expect((await post(own, "reset", headers)).headers.get("idempotent-replayed")).toBeNull();
    await testMesh.callToolOrThrow(own, "supply_create_service_center", { name: "North" });
    const repeated = await post(own, "reset", headers);
    expect([repeated.status, repeated.headers.get("idempotent-replayed")]).toEqual([200, "true"]);
    expect(await countTool(own, "supply_list_service_centers")).toBe(1);
  });

  test("under the same idempotency key empties the sandbox once, also when several arrive at once", async () => {
    const { own, sandboxId } = await createSandbox();
    const headers = { "idempotency-key": newId("key") };
    const answers = await Promise.all([1, 2, 3].map(() => post(own, "reset", headers)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(answers.filter((answer) => answer.headers.get("idempotent-replayed") === "true")).toHaveLength(2);
    const sandboxes = mongo.db(`${testMesh.mesh.databasePrefix}gateway`).collection<{ _id: string }>("sandboxes");
    expect(await sandboxes.findOne({ _id: sandboxId })).toMatchObject({ generation: 1 });
  });

  test("twice at once, with writes meanwhile, succeeds; each write is kept as a whole, deleted, or refused", async () => {
    const { own, sandboxId } = await createSandbox();
    await postOrThrow(own, "seed");
    let isOver = false;
    const write = async () => {
      const statuses = new Set<number>();
      while (!isOver) {
        const args = { name: newId("center") };
        statuses.add((await testMesh.callTool(own, "supply_create_service_center", args)).status);
      }
      return [...statuses];
    };
    const writing = write();
    const answers = await Promise.all([post(own, "reset"), post(own, "reset")]);
    isOver = true;
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await writing).filter((status) => ![200, 409].includes(status))).toEqual([]);
    await postOrThrow(own, "reset");
    expect(await findRecords(sandboxId)).toEqual({});
  });

  test("that stops half way keeps the sandbox closed until its repetition finishes it", async () => {
    const { own, sandboxId } = await createSandbox();
    await postOrThrow(own, "seed");
    const { learning } = testMesh.mesh.processes;
    await learning?.stop();
    expect((await post(own, "reset")).status).toBe(503);
    const refused = await testMesh.callTool(own, "supply_create_service_center", { name: "North" });
    expect(refused).toMatchObject({ status: 409, body: { error: "sandbox_busy" } });
    await learning?.start();
    await eventually(() => postOrThrow(own, "reset"), 60_000);
    expect(await findRecords(sandboxId)).toEqual({});
    await testMesh.callToolOrThrow(own, "supply_create_service_center", { name: "North" });
  });

  test("drops events of earlier spins: a new endpoint gets events of new spins only", async () => {
    const { own } = await createSandbox();
    const receiver = await startReceiver();
    const register = () => testMesh.callRest(own, "POST", "/v1/public/webhooks/endpoints", { url: receiver.url });
    const old = rouletteOf(await postOrThrow(own, "seed"));
    await Promise.all(Array.from({ length: 10 }, () => spin(own, old)));
    await postOrThrow(own, "reset");
    await register();
    const fresh = rouletteOf(await postOrThrow(own, "seed"));
    expect((await spin(own, fresh, "the last one")).status).toBe(201);
    await eventually(() => {
      const last = receiver.events.some(({ data }) => data["userId"] === "the last one");
      if (!last) throw new Error("not there yet");
    }, 60_000);
    expect(receiver.events.filter(({ data }) => data["rouletteId"] === old)).toEqual([]);
    expect(receiver.events.every(({ test: isTest }) => isTest === true)).toBe(true);
  });
});

interface ReceivedEvent {
  test?: boolean;
  data: Record<string, unknown>;
}

async function startReceiver(): Promise<{ url: string; events: ReceivedEvent[] }> {
  const events: ReceivedEvent[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (chunk: string) => (body += chunk));
    request.on("end", () => {
      events.push(JSON.parse(body) as ReceivedEvent);
      response.writeHead(204).end();
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, events };
}
