import { newId } from "@tenant-ops/kit/data";
import { beforeAll, describe, expect, test } from "vitest";
import { createTarget, flowRequest, type FlowsTenant, send, shareTestFlows, type SharedTestFlows } from "../testing.js";

let flows: SharedTestFlows;
beforeAll(async () => void (flows = await shareTestFlows()));

interface Checklist {
  isComplete: boolean;
  steps: { name: string; state: string; code: string; params: object; detail: string }[];
}

async function readChecklist(tenant: FlowsTenant, slug: string) {
  const { status, body } = await send<Checklist>(tenant, "GET", `/v1/public/flows/${slug}/checklist`);
  expect(status).toBe(200);
  return { ...body, states: Object.fromEntries(body.steps.map(({ name, state }) => [name, state])) };
}

describe("the checklist of a flow", () => {
  test("of a new one says what is still to do, one sentence for each step", async () => {
    const tenant = flows.newTenant();
    const { slug } = await tenant.rpc.approveCreateFlow(flowRequest());
    const { states, steps, isComplete } = await readChecklist(tenant, slug);
    expect(states).toEqual({
      fields: "done",
      redirect: "done",
      additionalRedirects: "optional",
      documents: "warning",
      bankValidation: "optional",
      authType: "warning",
      testRun: "missing",
      active: "missing",
    });
    expect(isComplete).toBe(false);
    for (const { detail } of steps) expect(detail).toMatch(/^[A-Z"].+\.$/);
    expect(steps.map(({ code, params }) => [code, params])).toEqual([
      ["questions_asked", { count: 3, required: 3 }],
      ["redirect_works", { type: "url" }],
      ["additional_redirects_unused", {}],
      ["documents_missing_for_personal_data", { kinds: ["privacy"] }],
      ["bank_validation_unused", {}],
      ["visitor_proof_missing", { authType: "whatsapp" }],
      ["test_run_missing", {}],
      ["page_offline", {}],
    ]);
  });

  test("names a target that is not active, a question that cannot be asked as it is, and a bank that is not set up", async () => {
    const tenant = flows.newTenant();
    const roulette = flows.roulettes.addTarget(tenant, newId("rou"), { isActive: false });
    const survey = await createTarget(tenant);
    const { slug } = await tenant.rpc.approveCreateFlow(
      flowRequest({
        redirectType: "roulette",
        redirectTargetId: roulette,
        registrationFields: [{ text: "Size", type: "select" }],
        isBankProviderRequired: true,
      }),
    );
    const additionalRedirects = [{ redirect: { type: "survey", targetId: survey } }];
    await send(tenant, "PATCH", `/v1/public/flows/${slug}`, { additionalRedirects, isActive: true });
    expect((await readChecklist(tenant, slug)).states).toMatchObject({
      fields: "warning",
      redirect: "missing",
      additionalRedirects: "done",
      bankValidation: "missing",
      active: "done",
    });
    flows.roulettes.addTarget(tenant, roulette);
    await send(tenant, "DELETE", `/v1/public/flows/targets/${survey}`);
    expect((await readChecklist(tenant, slug)).states).toMatchObject({
      redirect: "done",
      additionalRedirects: "warning",
    });
  });

  test("is in the answer of flows_get_flow_by_slug as REST and the console have it, before and after a change", async () => {
    const tenant = flows.newTenant();
    const roulette = flows.roulettes.addTarget(tenant, newId("rou"), { isActive: false });
    const redirect = { redirectType: "roulette", redirectTargetId: roulette };
    const { slug } = await tenant.rpc.approveCreateFlow(flowRequest({ ...redirect, isBankProviderRequired: true }));
    const compare = async () => {
      const { checklist } = await tenant.rpc.getFlowBySlug({ slug });
      const { steps } = await readChecklist(tenant, slug);
      expect(checklist).toMatchObject(steps.map(({ name, state, code, detail }) => ({ name, state, code, detail })));
      return checklist.filter(({ state }) => state === "missing").map(({ name }) => name);
    };
    expect(await compare()).toEqual(["redirect", "bankValidation", "testRun", "active"]);
    flows.roulettes.addTarget(tenant, roulette);
    await tenant.rpc.approveUpdateFlow({ slug, isActive: true, isBankProviderRequired: false });
    expect(await compare()).toEqual(["testRun"]);
  });

  test("is not shown to another business", async () => {
    const { slug } = await flows.newTenant().rpc.approveCreateFlow(flowRequest());
    const refused = await send(flows.newTenant(), "GET", `/v1/public/flows/${slug}/checklist`);
    expect(refused).toMatchObject({ status: 404, body: { error: "flow_not_found" } });
  });
});
