import type { JsonValue } from "@tenant-ops/rest/openapi";
import type { TestMesh } from "../mesh/test-mesh.js";
import { createSeededTenant } from "../records/seeded-tenants.js";
import { type DocumentedOperation, operations } from "./document.js";
import { type Answer, createSender, describeDeviation, describeRequest } from "./exchange.js";
import { RecordPool } from "./record-pool.js";
import { createRequest, type GeneratedRequest } from "./requests.js";

export const seed = Number(process.env["FUZZ_SEED"] ?? Date.now() % 2 ** 31);

/** What creates records comes first, what removes some last. */
const order = ["post", "get", "put", "patch", "action", "delete"];
const rank = ({ method, responses }: DocumentedOperation) =>
  order.indexOf(method === "post" && !("201" in responses) ? "action" : method);
const inOrder = operations.toSorted((a, b) => rank(a) - rank(b));
export const cases = inOrder.map((operation): [string, DocumentedOperation] => [operation.operationId, operation]);

/** A tenant with records, whose ids are in the pool, and a sender of its requests. */
export async function createRun(testMesh: TestMesh) {
  const pool = new RecordPool();
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
  const send = createSender(testMesh, tenant, String(testKey));
  async function sendAndLearn(operation: DocumentedOperation, request: GeneratedRequest): Promise<Answer> {
    const answer = await send(operation, request);
    if (answer.status < 300 && answer.headers.get("content-type")?.startsWith("application/json")) {
      pool.learn(operation.path, JSON.parse(answer.text) as JsonValue);
    }
    return answer;
  }
  // Lists show the ids of the seeded records.
  for (const operation of operations.filter(({ method }) => method === "get")) {
    await sendAndLearn(operation, createRequest(operation, pool));
  }
  return { pool, send, sendAndLearn };
}

export function expectDocumented(operation: DocumentedOperation, request: GeneratedRequest, answer: Answer): void {
  const deviation = describeDeviation(operation, answer);
  if (deviation) report(deviation, operation, request, answer);
}

export function report(what: string, operation: DocumentedOperation, request: GeneratedRequest, answer: Answer): never {
  throw new Error(`${what}\n    ${describeRequest(operation, request, answer)}\n    FUZZ_SEED=${seed}`);
}
