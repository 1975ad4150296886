import { expect, test } from "vitest";
import { createCenterStock, useSharedMesh, withdrawalArguments } from "./support/mesh/test-mesh.js";
import { createRule } from "./support/people/approval-rules.js";
import { joinBusiness } from "./support/people/people.js";

// Before rules are switched on, people see how often they would have asked.

test("a trial counts the previews of the last week by caller and size, and changes nothing", async () => {
  const testMesh = await useSharedMesh();
  const first = await testMesh.createBusiness({ toolsets: ["all"] });
  const added = await testMesh.callAdmin("POST", `/businesses/${first.businessId}/keys`, { name: "second" });
  const second = { ...first, keyId: String(added["_id"]), key: String(added["key"]) };
  const other = await testMesh.createBusiness();
  const { ids } = await createCenterStock(testMesh, first, 900);
  const propose = (business: typeof first, quantity: number) =>
    testMesh.callToolOrThrow(business, "supply_propose_withdrawal", withdrawalArguments({ ...ids, quantity }));
  await propose(first, 5);
  await propose(first, 500);
  await propose(second, 50);

  const [person, stranger] = [
    await joinBusiness(testMesh, first.businessId, { role: "owner" }),
    await joinBusiness(testMesh, other.businessId, { role: "owner" }),
  ];
  const path = (businessId: string) => `/v1/console/businesses/${businessId}/approval-policy`;
  const rules = [
    createRule({ callers: [first.keyId], atLeast: 50 }),
    createRule({ atLeast: 40 }),
    createRule({ callers: [second.keyId] }),
  ];
  const run = async () => (await person.call("POST", `${path(first.businessId)}/preview`, { rules })).body;
  // Gateways hand over what they have counted every five seconds.
  await expect.poll(run).toEqual({
    rules: [
      { previews: 2, asked: 1 },
      { previews: 3, asked: 1 },
      { previews: 1, asked: 0 },
    ],
  });
  expect((await person.call("GET", path(first.businessId))).body).toMatchObject({ version: 0, rules: [] });
  expect((await stranger.call("POST", `${path(other.businessId)}/preview`, { rules })).body).toMatchObject({
    rules: [{ previews: 0 }, { previews: 0 }, { previews: 0 }],
  });
  expect(await stranger.call("POST", `${path(first.businessId)}/preview`, { rules })).toMatchObject({ status: 401 });
  const unknown = [createRule({ tools: ["supply_list_stocks"] })];
  expect(await person.call("POST", `${path(first.businessId)}/preview`, { rules: unknown })).toMatchObject({
    status: 422,
    body: { error: "invalid_argument" },
  });
});
