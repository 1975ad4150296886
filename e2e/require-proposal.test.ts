import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { flows } from "../services/flows/src/flows.js";
import { learning } from "../services/learning/src/learning.js";
import { roulettes } from "../services/roulettes/src/roulettes.js";
import { supply } from "../services/supply/src/supply.js";
import { webhooks } from "../services/webhooks/src/webhooks.js";
import {
  type Business,
  createCenterStock,
  readCurrentStock,
  startTestMesh,
  type TestMesh,
  withdrawalArguments,
} from "./support/test-mesh.js";

let testMesh: TestMesh;
let business: Business;
let ids: { stock_id: string; service_center_id: string };
let centerStockId: string;
beforeAll(async () => {
  testMesh = await startTestMesh();
  business = await testMesh.createBusiness();
  ({ ids, centerStockId } = await createCenterStock(testMesh, business, 50));
  await testMesh.callAdmin("PATCH", `/businesses/${business.businessId}`, { requireProposal: true });
});
afterAll(() => testMesh.stop());

interface Route {
  method: string;
  path: string;
}

/** Stands for everything that a service gives to its routes: they are only registered, never called. */
const anything: unknown = new Proxy(() => anything, {
  get: (_, name) =>
    name === Symbol.toPrimitive
      ? () => "https://example.com"
      : name === Symbol.iterator
        ? [][Symbol.iterator]
        : anything,
  apply: () => anything,
});

/** Every REST route of the services, as they register them. */
function listRoutes(): Route[] {
  const routes: Route[] = [];
  const record =
    (method: string) =>
    (path: string): void =>
      void routes.push({ method, path: path.replaceAll(/:\w+/g, "x_1") });
  const byMethod = Object.fromEntries(
    ["get", "post", "put", "patch", "delete"].map((name) => [name, record(name.toUpperCase())]),
  );
  // `bindRoute` registers the routes of the contract with `route`.
  const recordRoute = ({ method, url }: { method: string; url: string }) => record(method)(url);
  const recorders = { ...byMethod, route: recordRoute };
  const app: unknown = new Proxy(recorders, { get: (known, name) => Reflect.get(known, name) ?? anything });
  for (const definition of [flows, learning, roulettes, supply, webhooks])
    definition.http?.(app as FastifyInstance, anything as never);
  return routes.filter(({ path }) => path.startsWith("/v1/"));
}

const routes = listRoutes();
const writes = routes.filter(({ method }) => method !== "GET");

test("the services register the writes that their pages name", () => {
  const names = writes.map(({ method, path }) => `${method} ${path}`);
  expect(names).toContain("POST /v1/public/supply/center-stocks/x_1/count");
  expect(names).toContain("POST /v1/public/roulettes/x_1/spins");
  expect(names.length).toBeGreaterThan(20);
});

test.each(writes)(
  "$method $path is 428 for a key under requireProposal, also with an Idempotency-Key",
  async ({ method, path }) => {
    for (const headers of [undefined, { "idempotency-key": "order-1" }]) {
      expect(await testMesh.callRest(business, method, path, {}, headers)).toMatchObject({
        status: 428,
        body: { error: "proposal_required", detail: expect.stringContaining("requireProposal: false") },
      });
    }
  },
);

test("reads go on, and a refused count changes nothing", async () => {
  const path = `/v1/public/supply/center-stocks/${centerStockId}`;
  const count = await testMesh.callRest(business, "POST", `${path}/count`, { quantity: 0 }, { "idempotency-key": "c" });
  expect(count).toMatchObject({
    status: 428,
    body: { detail: expect.stringContaining("supply_propose_withdrawal and supply_approve_withdrawal") },
  });
  expect((await testMesh.callRest(business, "GET", `${path}/movements`)).status).toBe(200);
  expect(await readCurrentStock(testMesh, business)).toBe(50);
});

test("tools write with the token of their preview only; an Idempotency-Key does not replace it", async () => {
  const args = withdrawalArguments(ids);
  const headers = { "idempotency-key": "order-2" };
  const refused = await testMesh.callTool(business, "supply_approve_withdrawal", args, { headers });
  expect(refused).toMatchObject({ status: 428, body: { error: "confirmation_required" } });
  const { proposal_token } = await testMesh.callToolOrThrow(business, "supply_propose_withdrawal", args);
  await testMesh.callToolOrThrow(business, "supply_approve_withdrawal", { ...args, proposal_token });
  expect(await readCurrentStock(testMesh, business)).toBe(49);
});

test("a key decides for itself, in both directions, and a rotation keeps it", async () => {
  const keysPath = `/businesses/${business.businessId}/keys`;
  const created = await testMesh.callAdmin("POST", keysPath, { name: "back end", requireProposal: false });
  const rotated = await testMesh.callAdmin("POST", `${keysPath}/${String(created["_id"])}/rotate`, {});
  expect([created["requireProposal"], rotated["requireProposal"]]).toEqual([false, false]);
  for (const { key } of [created, rotated]) {
    for (const { method, path } of writes) {
      const { status, body } = await testMesh.callRest({ ...business, key: String(key) }, method, path, {});
      expect([method, path, status === 428, body["error"] === "proposal_required"]).toEqual([
        method,
        path,
        false,
        false,
      ]);
    }
  }
  const free = await testMesh.createBusiness({ requireProposal: true });
  expect(await testMesh.callRest(free, "POST", "/v1/public/supply/transfers", {})).toMatchObject({
    status: 428,
    body: { error: "proposal_required" },
  });
});
