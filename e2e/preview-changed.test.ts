import { listMaterialFields } from "@tenant-ops/kit/rpc";
import { tools } from "@tenant-ops/proto";
import { beforeAll, describe, expect, test } from "vitest";
import { type TestMesh, useSharedMesh } from "./support/mesh/test-mesh.js";
import { createSeededTenant, fillSampleArguments, type SeededTenant } from "./support/records/seeded-tenants.js";

// Tools that replace a value: what is approved replaces what the preview showed, and nothing else.

/** Per tool, beside its sample arguments: two changes of the same value. */
const changes: Record<string, [first: object, second: object]> = {
  supply_approve_count_stock: [{ counted: 50 }, { counted: 43 }],
  roulettes_approve_update_roulette: [
    { gift_changes: [{ index: 1, probability: 2 }] },
    { gift_changes: [{ index: 1, probability: 3 }] },
  ],
  roulettes_approve_update_item: [{ name: "Blue cap" }, { name: "Green cap" }],
  learning_approve_update_course: [{ title: "First title" }, { title: "Second title" }],
  learning_approve_course_modules: [{ modules: [{ id: "a", title: "A" }] }, { modules: [{ id: "b", title: "B" }] }],
  flows_approve_update_flow: [{ name: "Summer" }, { name: "Winter" }],
};

const replacing = tools.filter((tool) => {
  const preview = tools.find(({ name }) => name === tool.preview)?.method.output.field["preview"]?.message;
  return tool.annotations.idempotentHint && preview && listMaterialFields(preview).length > 0;
});

let testMesh: TestMesh;
let own: SeededTenant;
beforeAll(async () => {
  testMesh = await useSharedMesh();
  own = await createSeededTenant(testMesh);
});

test("every tool that replaces a value is tried here", () => {
  expect(replacing.map(({ name }) => name).toSorted()).toEqual(Object.keys(changes).toSorted());
});

describe.each(replacing)("$name", (tool) => {
  const [first, second] = changes[tool.name] ?? [{}, {}];

  async function propose(change: object) {
    const args = { ...fillSampleArguments(tool, own), ...change };
    const { proposal_token } = await testMesh.callToolOrThrow(own, tool.preview ?? "", args);
    return () => testMesh.callTool(own, tool.name, { ...args, proposal_token });
  }

  test("is refused when what the preview showed was replaced meanwhile, and its answer stays when it was carried out", async () => {
    const approveFirst = await propose(first);
    const approveSecond = await propose(second);
    const approved = await approveFirst();
    expect(approved.status).toBe(200);
    expect(await approveSecond()).toMatchObject({
      status: 409,
      body: { error: "preview_changed", detail: expect.stringContaining("Nothing was written") },
    });
    // An answer that was lost is still there, although the value that it replaced is not.
    const repeated = await approveFirst();
    expect(repeated).toMatchObject({ status: 200, body: approved.body });
    expect(repeated.headers.get("idempotent-replayed")).toBe("true");
    expect((await (await propose(second))()).status).toBe(200);
  });
});
