import { tools } from "@tenant-ops/proto";
import { operationsPairs } from "@tenant-ops/proto/specification";
import { beforeAll, describe, expect, test } from "vitest";
import { clientKinds, connectClient } from "./support/clients.js";
import { createSeededTenant, fillArguments, type SeededTenant } from "./support/seeded-tenants.js";
import { type Business, useSharedMesh, type TestMesh } from "./support/test-mesh.js";

// The toolset operations over the whole mesh. Every pair of preview and write is tested, also new ones.
let testMesh: TestMesh;
let own: SeededTenant;
beforeAll(async () => {
  testMesh = await useSharedMesh();
  own = await createSeededTenant(testMesh);
});

/** Another key of the same business. */
async function createKey(given: object): Promise<Business> {
  const path = `/businesses/${own.businessId}/keys`;
  const { _id: keyId, key } = await testMesh.callAdmin("POST", path, {
    name: "another",
    toolsets: ["operations"],
    ...given,
  });
  return { businessId: own.businessId, keyId: String(keyId), key: String(key) };
}

test.each(clientKinds)("an agent with the client %s and a key that has the toolset sees every tool", async (kind) => {
  const client = await connectClient(kind, testMesh.url, await createKey({}));
  const listed = await client.listTools();
  expect(listed.tools.map(({ name }) => name)).toEqual(tools.map(({ name }) => name));
  await client.close();
});

describe.each(operationsPairs)("$write.name", ({ propose, write }) => {
  test("sent twice at once and once more with one proposal token is carried out once", async () => {
    // A business of its own: some of these writes can be made only once per record.
    const tenant = await createSeededTenant(testMesh);
    const args = fillArguments(tenant, write.arguments);
    const { proposal_token } = await testMesh.callToolOrThrow(tenant, propose.name, args);
    const send = () => testMesh.callTool(tenant, write.name, { ...args, proposal_token });
    const [first, second] = await Promise.all([send(), send()]);
    const third = await send();
    expect([first.status, second.status, third.status]).toEqual([200, 200, 200]);
    expect([second.body, third.body]).toEqual([first.body, first.body]);
    const replayed = [first, second, third].filter(({ headers }) => headers.get("idempotent-replayed") === "true");
    expect(replayed).toHaveLength(2);
  });

  test("needs the token of its preview when the key requires it, and the scope to write", async () => {
    const args = fillArguments(own, write.arguments);
    const careful = await createKey({ requireProposal: true });
    expect(await testMesh.callTool(careful, write.name, args)).toMatchObject({
      status: 428,
      body: { error: "confirmation_required" },
    });
    const reader = await createKey({ scopes: [`${write.name.split("_")[0]}:read`] });
    expect(await testMesh.callTool(reader, write.name, args)).toMatchObject({
      status: 403,
      body: { error: "forbidden" },
    });
  });
});
