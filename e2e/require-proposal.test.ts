import { isRouteWrite } from "@tenant-ops/kit/http";
import { routes } from "@tenant-ops/rest";
import { beforeAll, expect, test } from "vitest";
import {
  type Business,
  createCenterStock,
  readCurrentStock,
  useSharedMesh,
  type TestMesh,
  withdrawalArguments,
} from "./support/mesh/test-mesh.js";

let testMesh: TestMesh;
let business: Business;
let ids: { stock_id: string; service_center_id: string };
let centerStockId: string;
beforeAll(async () => {
  testMesh = await useSharedMesh();
  business = await testMesh.createBusiness();
  ({ ids, centerStockId } = await createCenterStock(testMesh, business, 50));
  await testMesh.callAdmin("PATCH", `/businesses/${business.businessId}`, { requireProposal: true });
});

/** What a key can change over REST. Sandboxes, which the gateway answers, have no proposals. */
const writes = routes
  .filter((route) => isRouteWrite(route) && !route.access?.onlySandbox && route.caller === "tenant")
  .map(({ method, path }) => ({ method, path: path.replaceAll(/\{\w+\}/g, "x_1") }));

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

test("reads are allowed, and a refused count changes nothing", async () => {
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
