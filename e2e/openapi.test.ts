import { beforeAll, expect, test } from "vitest";
import type { JsonValue } from "@tenant-ops/rest/openapi";
import { type DocumentedOperation, operations } from "./support/openapi/document.js";
import { type Answer, createSender, describeDeviation, describeRequest } from "./support/openapi/exchange.js";
import { createInvalidRequests } from "./support/openapi/invalid-requests.js";
import { RecordPool } from "./support/openapi/record-pool.js";
import { createRequest, createValidRequests, type GeneratedRequest, getContent } from "./support/openapi/requests.js";
import { createSeededTenant } from "./support/seeded-tenants.js";
import { useSharedMesh, type TestMesh } from "./support/test-mesh.js";

// All requests are generated from rest/openapi.json, and every answer is validated against it.
const seed = Number(process.env["FUZZ_SEED"] ?? Date.now() % 2 ** 31);
const validRuns = Number(process.env["FUZZ_RUNS"] ?? 5);

let testMesh: TestMesh;
let send: ReturnType<typeof createSender>;
const pool = new RecordPool();

beforeAll(async () => {
  console.log(`generated requests: FUZZ_SEED=${seed} repeats them`);
  testMesh = await useSharedMesh();
  const tenant = await createSeededTenant(testMesh);
  for (const [name, id] of Object.entries(tenant.records)) pool.learn("", { [name]: id });
  // Requests of operators use another business, because revoking the key of this one would end the run.
  pool.protect(tenant.businessId, tenant.keyId);
  const other = await testMesh.createBusiness();
  pool.add("businessId", other.businessId);
  pool.add("keyId", other.keyId);
  const { key: testKey } = await testMesh.callAdmin("POST", `/businesses/${tenant.businessId}/keys`, {
    name: "sandbox",
    mode: "test",
  });
  send = createSender(testMesh, tenant, String(testKey));
  // Lists show the ids of the seeded records.
  for (const operation of operations.filter(({ method }) => method === "get")) {
    await sendAndLearn(operation, createRequest(operation, pool));
  }
});

async function sendAndLearn(operation: DocumentedOperation, request: GeneratedRequest): Promise<Answer> {
  const answer = await send(operation, request);
  if (answer.status < 300 && answer.headers.get("content-type")?.startsWith("application/json")) {
    pool.learn(operation.path, JSON.parse(answer.text) as JsonValue);
  }
  return answer;
}

/** What creates records comes first, what removes some last. */
const order = ["post", "get", "put", "patch", "action", "delete"];
const rank = ({ method, responses }: DocumentedOperation) =>
  order.indexOf(method === "post" && !("201" in responses) ? "action" : method);
const inOrder = operations.toSorted((a, b) => rank(a) - rank(b));
const cases = inOrder.map((operation): [string, DocumentedOperation] => [operation.operationId, operation]);

/** A body that the operation has accepted or refused by a rule, from which the invalid ones are made. */
const bodies = new Map<string, string>();
const carriedOut = new Set<string>();

test.each(cases)("%s answers valid requests as documented", async (id, operation) => {
  for (const request of createValidRequests(operation, pool, { count: validRuns, seed })) {
    const answer = await sendAndLearn(operation, request);
    expectDocumented(operation, request, answer);
    if (answer.status < 400) carriedOut.add(id);
    if (request.body !== undefined && (!bodies.has(id) || answer.status < 300)) bodies.set(id, request.body);
  }
});

// Rules refuse some of them, such as a second certificate, and the generator does not always choose ids that belong together: 15 to 23 of 110
// operations are refused each time. A run in which most are refused would prove little.
test("the valid requests carry out at least two of three operations", () => {
  const refused = cases.map(([id]) => id).filter((id) => !carriedOut.has(id));
  console.log(`refused by a rule each time: ${refused.join(", ")}`);
  expect(refused.length).toBeLessThan(cases.length / 3);
});

test.each(cases)("%s refuses invalid requests as documented", async (id, operation) => {
  const body = bodies.get(id);
  for (const request of createInvalidRequests(operation, pool, body)) {
    const answer = await send(operation, request);
    expectDocumented(operation, request, answer);
    if (request.isForbidden && answer.status < 400)
      report("accepted what the document forbids", operation, request, answer);
  }
});

test.each(cases)("%s refuses an unknown query parameter and names it", async (_id, operation) => {
  // A request for a file without a body has no media type, which is refused before the query is read.
  const file = getContent(operation)?.type === "application/octet-stream" ? "Terms" : undefined;
  const valid = createRequest(operation, pool, { notAParameter: "1" }, file);
  const request = { ...valid, what: "unknown query parameter" };
  const answer = await send(operation, request);
  expectDocumented(operation, request, answer);
  if (!isStrict(operation)) return;
  expect([answer.status, answer.text]).toEqual([422, expect.stringContaining("query parameter notAParameter")]);
});

test.each(cases)("%s refuses a wrong method with Allow", async (_id, operation) => {
  const taken = new Set(
    operations.filter(({ path }) => path === operation.path).map(({ method }) => method.toUpperCase()),
  );
  const wrong = ["PUT", "PATCH", "DELETE", "POST"].find((method) => !taken.has(method)) ?? "PROPFIND";
  const request = { ...createRequest(operation, pool), what: "wrong method", method: wrong };
  const answer = await send(operation, request);
  expectDocumented(operation, request, answer);
  expect(answer.status).toBe(405);
  const allowed = answer.headers.get("allow")?.split(", ") ?? [];
  expect(allowed).toEqual(expect.arrayContaining([...taken]));
});

test.each(cases.filter(([, { security }]) => security?.length !== 0))(
  "%s refuses a request without a credential",
  async (_id, operation) => {
    const request = { ...createRequest(operation, pool), what: "no credential" };
    const answer = await send({ ...operation, security: [] }, request);
    expectDocumented(operation, request, answer);
    expect(answer.status).toBe(401);
  },
);

/** Routes with bodies and parameters of other specifications take what they do not know. */
function isStrict({ path }: DocumentedOperation): boolean {
  return path.startsWith("/v1/");
}

function expectDocumented(operation: DocumentedOperation, request: GeneratedRequest, answer: Answer): void {
  const deviation = describeDeviation(operation, answer);
  if (deviation) report(deviation, operation, request, answer);
}

function report(what: string, operation: DocumentedOperation, request: GeneratedRequest, answer: Answer): never {
  throw new Error(`${what}\n    ${describeRequest(operation, request, answer)}\n    FUZZ_SEED=${seed}`);
}
