import { tools } from "@tenant-ops/proto";
import { beforeAll, describe, expect, test } from "vitest";
import { clientKinds, connectClient } from "./support/calls/clients.js";
import { operationsPairs } from "./support/calls/operations-tools.js";
import { createSeededTenant, fillArguments, type SeededTenant } from "./support/records/seeded-tenants.js";
import { type Business, useSharedMesh, type TestMesh } from "./support/mesh/test-mesh.js";

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

describe("preview and write refuse", () => {
  test.each<[what: string, write: string, wrong: object, error: string]>([
    [
      "a receiving at a center stock that is not there",
      "supply_approve_receive_stock",
      { center_stock_id: "x" },
      "center_stock_not_found",
    ],
    [
      "a receiving of more than can be counted",
      "supply_approve_receive_stock",
      { quantity: 2_147_483_647 },
      "stock_limit_exceeded",
    ],
    [
      "a transfer of more than the center holds",
      "supply_approve_transfer_stock",
      { quantity: 1_000_000 },
      "insufficient_stock",
    ],
    [
      "a transfer from a center that does not keep the product",
      "supply_approve_transfer_stock",
      { stock_id: "{spare_stock_id}" },
      "insufficient_stock",
    ],
    [
      "a transfer to the center that it comes from",
      "supply_approve_transfer_stock",
      { to_center_id: "{service_center_id}" },
      "invalid_argument",
    ],
    [
      "a count of a center stock that is not there",
      "supply_approve_count_stock",
      { center_stock_id: "x" },
      "center_stock_not_found",
    ],
    [
      "a change of a gift that the roulette does not have",
      "roulettes_approve_update_roulette",
      { gift_changes: [{ index: 99, message: "x" }] },
      "invalid_argument",
    ],
    [
      "taking more units of a gift than are left",
      "roulettes_approve_gift_units",
      { add_units: -1000 },
      "too_few_units",
    ],
    ["taking more of an item than is in stock", "roulettes_approve_item_stock", { add_units: -1000 }, "too_few_units"],
    ["a claim of a prize that is not there", "roulettes_approve_prize_claim", { prize_id: "x" }, "prize_not_found"],
    [
      "two modules with one id",
      "learning_approve_course_modules",
      { modules: ["Uno", "Dos"].map((title) => ({ id: "uno", title })) },
      "invalid_argument",
    ],
    [
      "an enrollment in a course that is not there",
      "learning_approve_enrollments",
      { course_id: "x" },
      "course_not_found",
    ],
    [
      "an enrollment of one student twice",
      "learning_approve_enrollments",
      { students: ["u-1", "u-1"].map((userId) => ({ userId, fullName: "Ana", email: "ana@example.com" })) },
      "invalid_argument",
    ],
    [
      "a batch with a session twice",
      "learning_approve_certificate_batch",
      { session_ids: ["{second_session_id}", "{second_session_id}"] },
      "invalid_argument",
    ],
  ])("%s", async (_, name, wrong, error) => {
    const { propose, write } = operationsPairs.find((pair) => pair.write.name === name)!;
    const args = fillArguments(own, { ...write.arguments, ...wrong });
    for (const tool of [propose, write]) {
      const { body, headers } = await testMesh.callTool(own, tool.name, args);
      const requestId = headers.get("x-request-id");
      const { problems: _problems, ...specified } = body;
      expect(specified).toEqual({ error, detail: expect.stringMatching(/\S/), request_id: requestId });
    }
  });
});
