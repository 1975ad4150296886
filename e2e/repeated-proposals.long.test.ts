import { randomBytes } from "node:crypto";
import { type CatalogTool, tools } from "@tenant-ops/proto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Approval, proposeAndWrite, requireTool, waitUntilExpired } from "./support/calls/proposals.js";
import { createSeededTenant, fillSampleArguments, type SeededTenant } from "./support/records/seeded-tenants.js";
import {
  createCenterStock,
  listWithdrawals,
  readCurrentStock,
  requireProcess,
  startTestMesh,
  type OwnTestMesh,
  withdrawalArguments,
} from "./support/mesh/test-mesh.js";

const createSecret = () => randomBytes(32).toString("base64url");
const [oldSecret, newSecret] = [createSecret(), createSecret()];

let testMesh: OwnTestMesh;
// Three gateways over the same services: with a secret, with another one, and with both and a short lifetime of proposals.
let urls: { old: string; new: string; brief: string };
beforeAll(async () => {
  testMesh = await startTestMesh({
    gateways: 3,
    env: {
      gateway: { PROPOSAL_SECRET: oldSecret },
      "gateway-2": { PROPOSAL_SECRET: newSecret },
      "gateway-3": { PROPOSAL_SECRET: `${newSecret},${oldSecret}`, PROPOSAL_LIFETIME_SECONDS: 5 },
    },
  });
  const [first = "", second = "", third = ""] = testMesh.mesh.gatewayUrls;
  urls = { old: first, new: second, brief: third };
});
afterAll(() => testMesh.stop());

describe("a repeated approval", () => {
  const approve = requireTool("supply_approve_withdrawal");

  test("gets the stored answer after expiry, under another secret, with the rotated key and after a restart", async () => {
    const business = await testMesh.createBusiness();
    const { ids } = await createCenterStock(testMesh, business, 10);
    const given = withdrawalArguments({ ...ids, quantity: 5 });
    const { args, answer, expiresAt } = await proposeAndWrite(testMesh, business, approve, given, urls.brief);
    expect(answer.status).toBe(200);

    const path = `/businesses/${business.businessId}/keys/${business.keyId}/rotate`;
    const rotated = await testMesh.callAdmin("POST", path, { overlapDays: 1 });
    const successor = { ...business, key: String(rotated["key"]) };
    await waitUntilExpired(expiresAt);
    const gateway = requireProcess(testMesh, "gateway-3");
    await gateway.stop(60_000);
    await gateway.start();

    for (const url of Object.values(urls)) {
      for (const who of [business, successor]) {
        const repeated = await testMesh.callTool(who, approve.name, args, { url });
        expect(repeated).toMatchObject({ status: 200, body: answer.body });
        expect(repeated.headers.get("idempotent-replayed")).toBe("true");
      }
    }
    expect(await readCurrentStock(testMesh, business)).toBe(5);
    expect(await listWithdrawals(testMesh, business)).toHaveLength(1);
  });
});

describe("every writing tool", () => {
  const writers = tools.filter(({ isWrite }) => isWrite);
  let tenant: SeededTenant;
  beforeAll(async () => void (tenant = await createSeededTenant(testMesh)));

  test("writes nothing with a token that was never made", async () => {
    for (const tool of writers) {
      const bytes = Buffer.concat([Buffer.from([1]), randomBytes(60 + 2 * tool.method.input.fields.length)]);
      const args = { ...fillSampleArguments(tool, tenant), proposal_token: `prop_${bytes.toString("base64url")}` };
      const { status, body } = await testMesh.callTool(tenant, tool.name, args);
      expect([tool.name, status, body["error"]]).toEqual([tool.name, 422, "proposal_invalid"]);
    }
  });

  test("gives a repeat after expiry the stored answer", async () => {
    const approvals: (Approval & { tool: CatalogTool })[] = [];
    for (const tool of writers) {
      const args = fillSampleArguments(tool, tenant);
      approvals.push({ tool, ...(await proposeAndWrite(testMesh, tenant, tool, args, urls.brief)) });
    }
    for (const { expiresAt } of approvals) await waitUntilExpired(expiresAt);
    for (const { tool, args, answer } of approvals) {
      const { status, body, headers } = await testMesh.callTool(tenant, tool.name, args, { url: urls.brief });
      const replayed = headers.get("idempotent-replayed");
      expect([tool.name, answer.status, status, replayed, body]).toEqual([tool.name, 200, 200, "true", answer.body]);
    }
  }, 600_000);
});
