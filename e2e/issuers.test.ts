import { create, type DescMethod, type DescService } from "@bufbuild/protobuf";
import { type Caller, createContextSigner, type SignContext } from "@tenant-ops/kit/call";
import { createRpcClients } from "@tenant-ops/kit/rpc";
import { createMetrics } from "@tenant-ops/kit/telemetry";
import { AnalyticsService } from "@tenant-ops/proto/analytics";
import { CountService, ResourceService } from "@tenant-ops/proto/common";
import { FlowsService } from "@tenant-ops/proto/flows";
import { LearningService } from "@tenant-ops/proto/learning";
import { RoulettesService } from "@tenant-ops/proto/roulettes";
import { SupplyService } from "@tenant-ops/proto/supply";
import { WebhooksService } from "@tenant-ops/proto/webhooks";
import { beforeAll, describe, expect, test } from "vitest";
import { createCaller, createGatewaySigner } from "./support/faults/forged-contexts.js";
import { createSeededTenant, type SeededTenant } from "./support/records/seeded-tenants.js";
import { useSharedMesh, type TestMesh } from "./support/mesh/test-mesh.js";

let testMesh: TestMesh;
let own: SeededTenant;
const signers: Record<string, SignContext> = {};
beforeAll(async () => {
  testMesh = await useSharedMesh();
  own = await createSeededTenant(testMesh);
  for (const issuer of ["flows", "analytics"])
    signers[issuer] = createContextSigner(issuer, testMesh.mesh.secrets[`${issuer}CallContextPrivateKey`] ?? "");
});

const services: Record<string, DescService> = {
  supply: SupplyService,
  roulettes: RoulettesService,
  learning: LearningService,
  flows: FlowsService,
  webhooks: WebhooksService,
  analytics: AnalyticsService,
};
// A service without rpcs of its own has no gRPC methods at all; its REST routes are below.
const methods = Object.entries(services).flatMap(([service, api]) =>
  [...api.methods, ...ResourceService.methods, ...CountService.methods].map((method) => ({
    service,
    name: method.name,
    method,
  })),
);

/** What the key of an issuer is for. */
const isFor: Record<string, (rpc: { service: string; name: string }) => boolean> = {
  flows: ({ service, name }) => name === "GetTarget" && ["roulettes", "learning"].includes(service),
  analytics: ({ service, name }) => name === "QueryCounts" && service !== "analytics",
};
const signAs =
  (issuer: string): SignContext =>
  (...args) =>
    signers[issuer]?.(...args) ?? "";

const rest: [service: string, path: string][] = [
  ["supply", "/v1/public/supply/transfers"],
  ["roulettes", "/v1/public/prizes"],
  ["learning", "/v1/public/sessions/ses_x"],
  ["flows", "/v1/public/campaigns"],
  ["webhooks", "/v1/public/webhooks"],
];

/** "ok", or the code with which the service itself refuses. The message is empty: who calls is checked before what is asked. */
async function callRpc(service: string, method: DescMethod, sign: SignContext, given: Partial<Caller> = {}) {
  const { grpc = "" } = testMesh.mesh.addresses[service] ?? {};
  const clients = createRpcClients({ sign, addresses: { [service]: grpc }, metrics: createMetrics("e2e") });
  const caller = { ...createCaller(own.businessId), ...given };
  const call = { ...caller, requestId: "req_issuer", deadline: Date.now() + 60_000, operation: method.name };
  try {
    await clients.unary(method, create(method.input), call, service);
    return "ok";
  } catch (error) {
    return String(Reflect.get(Object(error), "code"));
  } finally {
    clients.close();
  }
}

async function callHttp(service: string, method: string, path: string, sign: SignContext, given: Partial<Caller> = {}) {
  const { http = "" } = testMesh.mesh.addresses[service] ?? {};
  const caller = { ...createCaller(own.businessId), ...given };
  const headers = { "tenantops-context": sign(caller, service), "idempotency-key": "issuer" };
  const answer = await fetch(`${http}${path}`, { method, headers });
  return answer.status;
}

describe.each(Object.entries(isFor))("the key of %s", (issuer, isAllowed) => {
  test.each(methods.filter((one) => !isAllowed(one)))(
    "is refused by $service for $name",
    async ({ service, method }) => {
      expect(await callRpc(service, method, signAs(issuer))).toBe("unauthorized");
    },
  );

  test.each(rest)("is refused by %s for %s", async (service, path) => {
    for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"])
      expect([method, await callHttp(service, method, path, signAs(issuer))]).toEqual([
        method,
        expect.toBeOneOf([401, 404]),
      ]);
    expect(await callHttp(service, "GET", path, createGatewaySigner(testMesh))).not.toBe(401);
  });

  test.each(methods.filter(isAllowed))(
    "is accepted by $service for $name, also for a key without scopes of $service",
    async ({ service, method }) => {
      for (const scopes of [["*"], [`${issuer}:read`], []])
        // What is asked is wrong, because the message is empty.
        expect(["unauthorized", "forbidden"]).not.toContain(await callRpc(service, method, signAs(issuer), { scopes }));
    },
  );
});

describe("the key of flows", () => {
  test("is enough for flows: a key with scopes of flows only previews a flow to a roulette and to a course", async () => {
    const { key, _id: keyId } = (await testMesh.callAdmin("POST", `/businesses/${own.businessId}/keys`, {
      name: "flows only",
      scopes: ["flows:read", "flows:write"],
    })) as { key: string; _id: string };
    const business = { businessId: own.businessId, key, keyId };
    for (const [type, id] of [
      ["roulette", own.records["roulette_id"]],
      ["course", own.records["course_id"]],
    ]) {
      const args = { name: "T", slug: `issuer-${type}`, redirect_type: type, redirect_target_id: id };
      const { status, body } = await testMesh.callTool(business, "flows_propose_create_flow", args);
      expect([status, body["error"], body["detail"]]).toEqual([200, undefined, undefined]);
    }
  });
});

describe("a key that may only read, in a context of the gateway", () => {
  const writes = methods.filter(({ method }) => method.idempotency === 0 || method.idempotency === 2);

  test.each(writes)("is refused by $service itself for $name", async ({ service, method }) => {
    const scopes = [`${service}:read`];
    expect(await callRpc(service, method, createGatewaySigner(testMesh), { scopes })).toBe("forbidden");
    // With the scope, the same call is refused for its empty message, or succeeds: so the first refusal is about the scope.
    const allowed = await callRpc(service, method, createGatewaySigner(testMesh), { scopes: [`${service}:write`] });
    expect(allowed).not.toBe("forbidden");
  });

  test.each([
    ["supply", "POST", "/v1/public/supply/transfers"],
    ["supply", "PUT", "/v1/public/supply/withdrawal-types"],
    ["roulettes", "POST", "/v1/public/roulettes/rlt_x/spins"],
    ["learning", "POST", "/v1/public/courses/crs_x/sessions"],
    ["flows", "POST", "/v1/public/campaigns"],
    ["webhooks", "POST", "/v1/public/webhooks/endpoints/whe_x/ping"],
  ])("is refused by %s itself for %s %s", async (service, method, path) => {
    const sign = createGatewaySigner(testMesh);
    expect(await callHttp(service, method, path, sign, { scopes: [`${service}:read`] })).toBe(403);
    expect(await callHttp(service, method, path, sign, { scopes: [`${service}:write`] })).not.toBe(403);
  });
});
