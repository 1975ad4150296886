import { newId } from "@tenant-ops/kit/data";
import { beforeAll, expect, test } from "vitest";
import { document, type DocumentedOperation, operations } from "./support/openapi/document.js";
import { createSender, describeDeviation, describeRequest } from "./support/openapi/exchange.js";
import { RecordPool } from "./support/openapi/record-pool.js";
import { createValidRequests } from "./support/openapi/requests.js";
import { createSeededTenant } from "./support/records/seeded-tenants.js";
import { sendJson, useSharedMesh } from "./support/mesh/test-mesh.js";

// Any request can meet a closed business, so every operation has to say what it answers then.
const seed = Number(process.env["FUZZ_SEED"] ?? Date.now() % 2 ** 31);
const pool = new RecordPool();
let send: ReturnType<typeof createSender>;

beforeAll(async () => {
  console.log(`generated requests: FUZZ_SEED=${seed} repeats them`);
  const testMesh = await useSharedMesh();
  const tenant = await createSeededTenant(testMesh);
  const path = `/businesses/${tenant.businessId}`;
  for (const [name, id] of Object.entries(tenant.records)) pool.learn("", { [name]: id });
  pool.learn("", { businessId: tenant.businessId, keyId: tenant.keyId });
  const { key: testKey } = await testMesh.createTestKey(tenant);
  send = createSender(testMesh, tenant, testKey);
  const { name } = await testMesh.callAdmin("GET", path);
  const [operatorUrl] = testMesh.mesh.operatorUrls;
  const begun = await sendJson(
    "POST",
    `${operatorUrl}/v1/admin${path}/offboarding`,
    { confirmName: name },
    { authorization: `Bearer ${testMesh.mesh.operatorKey}`, "idempotency-key": newId("key") },
  );
  if (begun.status !== 201) throw new Error(`the offboarding did not begin: ${JSON.stringify(begun)}`);
});

/** All but the one that would end it. */
const cases = operations
  .filter(({ operationId }) => operationId !== "cancelOffboarding")
  .map((operation): [string, DocumentedOperation] => [operation.operationId, operation]);

test.each(cases)("%s answers as documented for a closed business", async (_id, operation) => {
  for (const request of createValidRequests(operation, pool, { count: 1, seed })) {
    const answer = await send(operation, request);
    const deviation = describeDeviation(operation, answer);
    const report =
      deviation && `${deviation}\n    ${describeRequest(operation, request, answer)}\n    FUZZ_SEED=${seed}`;
    expect(report).toBeUndefined();
    const [way = {}] = operation.security ?? document.security;
    if ("businessId" in way)
      expect([answer.status, answer.text]).toEqual([403, expect.stringContaining('"business_closed"')]);
  }
});
