import { beforeAll, describe, expect, test } from "vitest";
import { createTarget, flowRequest, shareTestFlows, type SharedTestFlows } from "../testing.js";

let flows: SharedTestFlows;
beforeAll(async () => void (flows = await shareTestFlows()));

/** Every flow here is new; `test-runs.test.ts` has those with a test run. */
const notTested = expect.stringContaining("not tested from beginning to end");

describe.each([
  ["roulette", "not active"],
  ["course", "not published"],
] as const)("activating a flow that goes to a %s", (redirectType, state) => {
  const service = () => (redirectType === "roulette" ? flows.roulettes : flows.learning);

  async function createFlow(target: { isActive: boolean }) {
    const tenant = flows.newTenant();
    const redirectTargetId = service().addTarget(tenant, "target_1", target);
    const { slug } = await tenant.rpc.approveCreateFlow(flowRequest({ redirectType, redirectTargetId }));
    return { tenant, slug };
  }

  test(`warns in the preview when the target is ${state}, and can be approved all the same`, async () => {
    const { tenant, slug } = await createFlow({ isActive: false });
    const { preview, warnings } = await tenant.rpc.proposeUpdateFlow({ slug, isActive: true });
    expect(preview).toMatchObject({ isActive: true, redirect: { targetStatus: "inactive" } });
    expect(warnings).toEqual([expect.stringContaining(`The ${redirectType} is ${state}.`), notTested]);
    expect(await tenant.rpc.approveUpdateFlow({ slug, isActive: true })).toMatchObject({ updated: true });
  });

  test("warns when the target was deleted", async () => {
    const { tenant, slug } = await createFlow({ isActive: true });
    service().removeTarget(tenant, "target_1");
    const { warnings } = await tenant.rpc.proposeUpdateFlow({ slug, isActive: true });
    expect(warnings).toEqual([expect.stringContaining("does not exist any more"), notTested]);
  });

  test("warns of no target when it is active, when the flow is deactivated, or when it was active before", async () => {
    const { tenant, slug } = await createFlow({ isActive: true });
    expect((await tenant.rpc.proposeUpdateFlow({ slug, isActive: true })).warnings).toEqual([notTested]);
    await tenant.rpc.approveUpdateFlow({ slug, isActive: true });
    service().addTarget(tenant, "target_1", { isActive: false });
    expect((await tenant.rpc.proposeUpdateFlow({ slug, isActive: false })).warnings).toEqual([]);
    expect((await tenant.rpc.proposeUpdateFlow({ slug, name: "Other" })).warnings).toEqual([]);
  });

  test("warns once when the same update also sets the redirect", async () => {
    const { tenant, slug } = await createFlow({ isActive: true });
    const redirectTargetId = service().addTarget(tenant, "target_2", { isActive: false });
    const { warnings } = await tenant.rpc.proposeUpdateFlow({ slug, isActive: true, redirectType, redirectTargetId });
    expect(warnings).toEqual([expect.stringContaining(state), notTested]);
  });
});

test("activating a flow that goes to a survey or to an address warns of no target", async () => {
  const tenant = flows.newTenant();
  const survey = { redirectType: "survey", redirectTargetId: await createTarget(tenant) };
  for (const given of [survey, {}]) {
    const { slug } = await tenant.rpc.approveCreateFlow(flowRequest(given));
    expect((await tenant.rpc.proposeUpdateFlow({ slug, isActive: true })).warnings).toEqual([notTested]);
  }
});
