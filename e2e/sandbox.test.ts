import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { eventually, inLongRun } from "@tenant-ops/kit/testing";
import { newId } from "@tenant-ops/kit/data";
import { areaScopes } from "@tenant-ops/rest/access";
import { MongoClient } from "mongodb";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createSandboxCalls, nothing, oneSeed } from "./support/records/sandbox.js";
import { type Business, type HttpAnswer, type TestMesh, useSharedMesh } from "./support/mesh/test-mesh.js";
import { waitForEvents } from "./support/mesh/wait-for-events.js";

const longTest = inLongRun(test);

let testMesh: TestMesh;
let mongo: MongoClient;
let sandboxes: ReturnType<typeof createSandboxCalls>;
const servers: Server[] = [];
beforeAll(async () => {
  testMesh = await useSharedMesh();
  mongo = await new MongoClient(testMesh.mesh.mongodbUrl).connect();
  sandboxes = createSandboxCalls(testMesh, mongo);
});
afterAll(async () => {
  for (const server of servers) server.close();
  await mongo.close();
});

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
    const { own, live } = await sandboxes.createSandbox();
    const [first, second] = await Promise.all([sandboxes.postOrThrow(own, "seed"), sandboxes.postOrThrow(own, "seed")]);
    expect(first).toEqual(second);
    expect(await sandboxes.postOrThrow(own, "seed")).toEqual(first);
    expect(first).toMatchObject({ status: "seeded", flows: { slug: "bienvenida" } });
    expect(await sandboxes.countLists(own)).toEqual(oneSeed);
    expect(await sandboxes.countLists(live)).toEqual(nothing);
    expect(await testMesh.callToolOrThrow(live, "learning_get_enrollment_stats")).toMatchObject({
      total_enrollments: 0,
    });
    expect((await spin(own, rouletteOf(first))).status).toBe(201);
    expect((await spin(live, rouletteOf(first))).status).toBe(404);
    const { publicUrl } = first["flows"] as { publicUrl: string };
    const page = await fetch(`${testMesh.url}${new URL(publicUrl).pathname}`);
    expect([page.status, page.headers.get("x-robots-tag")]).toEqual([200, "noindex, nofollow"]);
  });
});

/** Without changes of counts, which become open counters within seconds. */
async function findWithoutCounts(businessId: string) {
  const found = Object.entries(await sandboxes.findRecords(businessId));
  return Object.fromEntries(found.filter(([place]) => !/\.(countChanges|openCounts)$/.test(place)));
}

describe("reset", () => {
  test("deletes everything of the sandbox in all services and nothing of others; then it can be seeded again", async () => {
    const [{ own, live, sandboxId }, other] = [await sandboxes.createSandbox(), await sandboxes.createSandbox()];
    const first = await sandboxes.postOrThrow(own, "seed");
    await testMesh.callRest(own, "POST", "/v1/public/webhooks/endpoints", { url: "http://127.0.0.1:9/hook" });
    await sandboxes.postOrThrow(other.own, "seed");
    await testMesh.callToolOrThrow(live, "supply_create_service_center", { name: "North" });
    await waitForEvents(testMesh);
    const findOthers = () => Promise.all([live.businessId, other.sandboxId].map(findWithoutCounts));
    const before = await findOthers();

    expect(await sandboxes.postOrThrow(own, "reset")).toEqual({ status: "emptied" });

    expect(await sandboxes.countLists(own)).toEqual(nothing);
    expect(await testMesh.callRestOrThrow(own, "GET", "/v1/public/webhooks/endpoints")).toMatchObject({ items: [] });
    const { publicUrl } = first["flows"] as { publicUrl: string };
    expect((await fetch(`${testMesh.url}${new URL(publicUrl).pathname}`)).status).toBe(404);
    await eventually(async () => expect(await sandboxes.findRecords(sandboxId)).toEqual({}), 60_000);
    expect(await findOthers()).toEqual(before);
    const again = await sandboxes.postOrThrow(own, "seed");
    expect(rouletteOf(again)).not.toBe(rouletteOf(first));
    // The same slug, at another address.
    expect(again["flows"]).toMatchObject({ slug: (first["flows"] as { slug: string }).slug });
    expect(again["flows"]).not.toMatchObject({ publicUrl });
    expect(await sandboxes.countLists(own)).toEqual(oneSeed);
  });

  test("and seed refuse a live key, whose business does not change, and a key that may not write everywhere", async () => {
    const { live } = await sandboxes.createSandbox();
    await testMesh.callToolOrThrow(live, "supply_create_service_center", { name: "North" });
    const narrow = await sandboxes.createSandbox({ scopes: ["supply:write", "roulettes:write"] });
    for (const path of ["reset", "seed"]) {
      expect(await sandboxes.post(live, path)).toMatchObject({ status: 403, body: { error: "sandbox_only" } });
      expect(await sandboxes.post(narrow.own, path)).toMatchObject({ status: 403, body: { error: "forbidden" } });
    }
    expect(await sandboxes.countTool(live, "supply_list_service_centers")).toBe(1);
  });

  test("is allowed with write access to all areas, also in those where nothing can be written", async () => {
    const { own } = await sandboxes.createSandbox({ scopes: [...areaScopes.write] });
    expect(await sandboxes.postOrThrow(own, "reset")).toEqual({ status: "emptied" });
  });

  test("under the same idempotency key is carried out once", async () => {
    const { own } = await sandboxes.createSandbox();
    const headers = { "idempotency-key": newId("key") };
    expect((await sandboxes.post(own, "reset", headers)).headers.get("idempotent-replayed")).toBeNull();
    await testMesh.callToolOrThrow(own, "supply_create_service_center", { name: "North" });
    const repeated = await sandboxes.post(own, "reset", headers);
    expect([repeated.status, repeated.headers.get("idempotent-replayed")]).toEqual([200, "true"]);
    expect(await sandboxes.countTool(own, "supply_list_service_centers")).toBe(1);
  });

  test("under the same idempotency key empties the sandbox once, also when several arrive at once", async () => {
    const { own, live } = await sandboxes.createSandbox();
    const headers = { "idempotency-key": newId("key") };
    const answers = await Promise.all([1, 2, 3].map(() => sandboxes.post(own, "reset", headers)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(answers.filter((answer) => answer.headers.get("idempotent-replayed") === "true")).toHaveLength(2);
    const emptied = mongo.db(`${testMesh.mesh.databasePrefix}accounts`).collection("offboardings");
    expect(await emptied.countDocuments({ sandboxOf: live.businessId })).toBe(1);
  });

  test("ends the earlier sandbox and its proposals for every gateway: a write that is accepted afterwards is in the new one", async () => {
    const { own } = await sandboxes.createSandbox();
    const [, url = ""] = testMesh.mesh.gatewayUrls;
    const create = (name: string) => testMesh.callTool(own, "supply_create_service_center", { name }, { url });
    // This gateway remembers the key with the present id.
    expect((await create("before")).status).toBe(200);
    const course = { title: "Safety", slug: newId("course").replace("_", "-") };
    const proposed = await testMesh.callToolOrThrow(own, "learning_propose_create_course", course);
    await sandboxes.postOrThrow(own, "reset");
    const approved = { ...course, proposal_token: proposed["proposal_token"] };
    expect(await testMesh.callTool(own, "learning_approve_create_course", approved)).toMatchObject({
      body: { error: "proposal_invalid" },
    });
    await eventually(async () => {
      const { status, body } = await create("afterwards");
      if (status !== 200) expect([status, body]).toMatchObject([409, { error: "sandbox_busy" }]);
      expect(status).toBe(200);
    });
    const { items } = await testMesh.callToolOrThrow(own, "supply_list_service_centers");
    expect((items as { name: string }[]).map(({ name }) => name)).toEqual(["afterwards"]);
  });

  longTest(
    "twice at once, with writes meanwhile, succeeds; each write is in the new sandbox, deleted, or refused",
    async () => {
      const { own, live, sandboxId } = await sandboxes.createSandbox();
      await sandboxes.postOrThrow(own, "seed");
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
      await Promise.all([sandboxes.postOrThrow(own, "reset"), sandboxes.postOrThrow(own, "reset")]);
      isOver = true;
      // A write may have no answer in time: then too it is in the new sandbox or deleted.
      expect((await writing).filter((status) => ![200, 409, 504].includes(status))).toEqual([]);
      await eventually(async () => expect(await sandboxes.findRecords(sandboxId)).toEqual({}), 60_000);
      // Those of the new sandbox are all from this test: the seed is gone.
      const { items } = await testMesh.callToolOrThrow(own, "supply_list_service_centers");
      expect((items as { name: string }[]).filter(({ name }) => !name.startsWith("center_"))).toEqual([]);
      expect(await sandboxes.countTool(live, "supply_list_service_centers")).toBe(0);
    },
  );

  longTest("drops events of earlier spins: a new endpoint gets events of new spins only", async () => {
    const { own } = await sandboxes.createSandbox();
    const receiver = await startReceiver();
    const register = () => testMesh.callRest(own, "POST", "/v1/public/webhooks/endpoints", { url: receiver.url });
    const old = rouletteOf(await sandboxes.postOrThrow(own, "seed"));
    await Promise.all(Array.from({ length: 10 }, () => spin(own, old)));
    await sandboxes.postOrThrow(own, "reset");
    await register();
    const fresh = rouletteOf(await sandboxes.postOrThrow(own, "seed"));
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
