import { afterAll, beforeAll, expect, test } from "vitest";
import { createTarget, flowRequest, type FlowsTenant, startTestFlows, type TestFlows } from "./testing.js";

let flows: TestFlows;
const settings = { QUOTA_FLOWS: "2", QUOTA_TARGETS: "2", QUOTA_CAMPAIGNS: "2" };
beforeAll(async () => void (flows = await startTestFlows(settings)));
afterAll(() => flows.close());

test("preview and write of a flow are refused at the quota, two writes at once do not exceed it, and a repeat gets its stored answer", async () => {
  const tenant = flows.newTenant();
  const { rpc } = tenant;
  const given = flowRequest();
  const first = await rpc.approveCreateFlow(given, { idempotencyKey: "yes-1" });
  const last = await Promise.allSettled([1, 2].map(() => rpc.approveCreateFlow(flowRequest({ campaign: "a" }))));
  expect(last.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);

  const refusal = { code: "quota_exceeded", detail: expect.stringContaining("QUOTA_FLOWS") as string };
  const refused = flowRequest({ campaign: "b" });
  const writes = await tenant.writesDuring(async () => {
    await expect(rpc.proposeCreateFlow(refused)).rejects.toMatchObject(refusal);
    expect(await rpc.approveCreateFlow(given, { idempotencyKey: "yes-1" })).toEqual(first);
  });
  expect(writes).toEqual([]);
  await expect(rpc.approveCreateFlow(refused)).rejects.toMatchObject(refusal);
  // The slug of the refused flow is free for another business, which has a quota of its own.
  await flows.newTenant().rpc.approveCreateFlow(refused);
});

const post = async (tenant: FlowsTenant, path: string, body: object) => {
  const response = await tenant.http("POST", path, { body });
  return [response.status, ((await response.json()) as { error?: string }).error];
};

test("a redirect target above the quota is refused, and accepted again after one was deleted", async () => {
  const tenant = flows.newTenant();
  const id = await createTarget(tenant);
  await createTarget(tenant);
  const path = "/v1/public/flows/targets";
  const body = { kind: "event", name: "Feria", url: "https://example.com" };
  expect(await post(tenant, path, body)).toEqual([409, "quota_exceeded"]);
  await tenant.http("DELETE", `${path}/${id}`);
  expect(await post(tenant, path, body)).toEqual([201, undefined]);
});

test("a campaign above the quota cannot be declared; a declared one can still be changed", async () => {
  const tenant = flows.newTenant();
  const declare = (campaign: string, name: string) => post(tenant, "/v1/public/campaigns", { utm: { campaign }, name });
  const outcomes = await Promise.all(["a", "b", "c"].map((campaign) => declare(campaign, "One")));
  expect(outcomes.filter(([status]) => status === 201)).toHaveLength(2);
  expect(outcomes).toContainEqual([409, "quota_exceeded"]);
  const declared = ["a", "b", "c"][outcomes.findIndex(([status]) => status === 201)]!;
  expect(await declare(declared, "Two")).toEqual([200, undefined]);
});
