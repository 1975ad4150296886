import { create } from "@bufbuild/protobuf";
import type { SignContext } from "@tenant-ops/kit/call";
import { newId } from "@tenant-ops/kit/data";
import { createRpcClients } from "@tenant-ops/kit/rpc";
import { createMetrics } from "@tenant-ops/kit/telemetry";
import { type CatalogTool, tools } from "@tenant-ops/proto";
import { ListResourcesRequestSchema, ResourceService } from "@tenant-ops/proto/common";
import { beforeAll, describe, expect, test } from "vitest";
import {
  createForgedSigners,
  createGatewaySigner,
  createCaller,
  createMalformedSigners,
  signClaims,
} from "./support/faults/forged-contexts.js";
import { hostileTexts, nonTextValues, listTextPaths, replaceAt } from "./support/faults/hostile-inputs.js";
import { expectCompleteRefusal, expectTreatedAsText, formatPath, listTextPlaces } from "./support/calls/refusals.js";
import { type TestMesh, useSharedMesh } from "./support/mesh/test-mesh.js";
import { createSeededTenant, type SeededTenant, fillSampleArguments } from "./support/records/seeded-tenants.js";

let testMesh: TestMesh;
let own: SeededTenant;
beforeAll(async () => {
  testMesh = await useSharedMesh();
  own = await createSeededTenant(testMesh);
});

const byName = tools.map((tool): [string, CatalogTool] => [tool.name, tool]);

describe("services accept only valid call contexts", () => {
  const rest: Record<string, string> = {
    supply: "/v1/public/supply/withdrawal-types",
    roulettes: "/v1/public/prizes",
    learning: "/v1/public/courses/x",
    flows: "/v1/public/campaigns",
    webhooks: "/v1/public/webhooks",
  };
  async function overGrpc(service: string, sign: SignContext): Promise<string> {
    const { grpc = "" } = testMesh.mesh.addresses[service] ?? {};
    const clients = createRpcClients({ sign, addresses: { [service]: grpc }, metrics: createMetrics("e2e") });
    const deadline = Date.now() + 60_000;
    const call = { ...createCaller(own.businessId), requestId: "req_forged", deadline, operation: "resources/list" };
    try {
      await clients.unary(ResourceService.method.listResources, create(ListResourcesRequestSchema), call, service);
      return "accepted";
    } catch (error) {
      return String(Reflect.get(Object(error), "code"));
    } finally {
      clients.close();
    }
  }

  async function overHttp(service: string, sign: SignContext): Promise<string> {
    const { http = "" } = testMesh.mesh.addresses[service] ?? {};
    const headers = { "tenantops-context": sign(createCaller(own.businessId), service) };
    const answer = await fetch(`${http}${rest[service]}`, { headers });
    const { error } = (await answer.json()) as { error?: string };
    return answer.status === 401 ? String(error) : "accepted";
  }

  const callAllServices = (sign: SignContext) =>
    Promise.all([
      ...Object.keys(rest).map((name) => overGrpc(name, sign)),
      ...Object.keys(rest).map((name) => overHttp(name, sign)),
    ]);

  test("a valid call context is accepted", async () => {
    expect(new Set(await callAllServices(createGatewaySigner(testMesh)))).toEqual(new Set(["accepted"]));
  });

  test("every forged call context is refused", async () => {
    for (const [name, sign] of createForgedSigners(testMesh, own.businessId)) {
      const businessId = newId("biz");
      const asAnother: SignContext = (caller, audience) => sign({ ...caller, businessId }, audience);
      expect([name, new Set(await callAllServices(asAnother))]).toEqual([name, new Set(["unauthorized"])]);
    }
  });

  test("every call context with malformed claims is refused, although its signature is valid", async () => {
    for (const [name, sign] of createMalformedSigners(testMesh))
      expect([name, new Set(await callAllServices(sign))]).toEqual([name, new Set(["unauthorized"])]);
    const valid: SignContext = (caller, aud) =>
      signClaims(testMesh, { ...caller, iss: "gateway", aud, exp: Math.floor(Date.now() / 1000) + 60 });
    expect(new Set(await callAllServices(valid))).toEqual(new Set(["accepted"]));
  });
});

describe("where REST expects text", () => {
  const operator = { $gt: "" };
  const learner = { userId: "u", fullName: "U", email: "u@example.com" };
  test.each<[string, string, object | undefined]>([
    ["POST", "/v1/public/roulettes/{roulette_id}/spins", { userId: operator }],
    ["GET", "/v1/public/prizes?userId[$gt]=", undefined],
    ["GET", "/v1/public/prizes?status[$ne]=won", undefined],
    ["GET", "/v1/public/prizes?userId=a&userId=b", undefined],
    ["POST", "/v1/public/courses/{course_id}/sessions", { ...learner, userId: operator }],
    ["POST", "/v1/public/sessions/{session_id}/progress", { moduleId: operator }],
    ["POST", "/v1/public/courses", { title: operator, slug: operator }],
    ["PATCH", "/v1/public/courses/{course_id}", { description: operator }],
    ["GET", "/v1/public/courses?slug[$ne]=x", undefined],
    ["GET", "/v1/public/sessions?userId=a&userId=b", undefined],
    ["POST", "/v1/public/certificates", { sessionIds: [operator] }],
    ["PUT", "/v1/public/courses/{course_id}/modules", { modules: [{ _id: operator, title: "M" }] }],
    ["POST", "/v1/public/flows/targets", { kind: "survey", name: operator, url: "https://example.com" }],
    ["POST", "/v1/public/campaigns", { utm: { campaign: operator } }],
    ["PATCH", "/v1/public/flows/{slug}", { name: operator }],
    ["GET", "/v1/public/flows?campaign[$ne]=x", undefined],
    ["GET", "/v1/public/campaigns?status[$ne]=x", undefined],
    ["POST", "/v1/public/webhooks/endpoints", { url: operator }],
    ["PUT", "/v1/public/supply/withdrawal-types", { types: [operator] }],
    ["POST", "/v1/public/supply/transfers", { stockId: operator, fromCenterId: "a", toCenterId: "b", quantity: 1 }],
    ["POST", "/v1/public/supply/centers", { name: operator }],
    ["GET", "/v1/public/supply/withdrawals?workerId[$ne]=x", undefined],
    ["GET", "/v1/public/supply/movements?ref=a&ref=b", undefined],
  ])("%s %s refuses %j", async (method, path, body) => {
    const filled = path.replace(/\{(\w+)\}/, (_, name: string) => own.records[name] ?? "");
    const answer = await testMesh.callRest(own, method, filled, body, { "idempotency-key": newId("key") });
    expect([answer.status, answer.body["error"]]).toEqual([422, "invalid_argument"]);
    expectCompleteRefusal(answer);
  });

  test.each([
    "/v1/public/sessions/%00",
    "/v1/public/certificates/$where",
    "/v1/public/prizes/$where",
    "/v1/public/prizes/%7B%22$gt%22:%22%22%7D",
  ])("GET %s finds nothing", async (path) => {
    const answer = await testMesh.callRest(own, "GET", path);
    expect(answer.status).toBe(404);
    expectCompleteRefusal(answer);
  });
});

describe("where a tool expects text", () => {
  const withText = byName.filter(([, tool]) => listTextPaths(tool).length > 0);

  test.each(withText)("%s refuses objects, lists, numbers and true, and names every path", async (name, tool) => {
    await Promise.all(
      nonTextValues.map(async (value) => {
        const args = listTextPaths(tool).reduce<unknown>(
          (given, path) => replaceAt(given, path, value),
          fillSampleArguments(tool, own),
        );
        const answer = await testMesh.callTool(own, name, args as object);
        expect([value, answer.status, answer.body["error"]]).toEqual([value, 422, "invalid_argument"]);
        for (const path of listTextPaths(tool))
          expect(answer.body["detail"]).toContain(`${formatPath(path)}: expected text`);
        expectCompleteRefusal(answer);
      }),
    );
  });

  // Another kind of text at each place: promises.nightly.test.ts.
  test.each(listTextPlaces())("$name, $place: an operator of MongoDB as text is treated as text", (one) =>
    expectTreatedAsText(testMesh, own, one, hostileTexts.slice(0, 1)),
  );
});
