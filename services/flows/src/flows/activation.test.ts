import { newId } from "@tenant-ops/kit/data";
import { beforeAll, describe, expect, test } from "vitest";
import { createTarget, flowRequest, type FlowsTenant, send, shareTestFlows, type SharedTestFlows } from "../testing.js";

let flows: SharedTestFlows;
beforeAll(async () => void (flows = await shareTestFlows()));

/** What every new flow misses; `test-runs.test.ts` has those with a test run. */
const ofNewFlow = [
  expect.stringContaining("The page links no privacy notice"),
  expect.stringContaining("Visitors register without proof of who they are"),
  expect.stringContaining("not tested from beginning to end"),
];

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
    expect(warnings).toEqual([expect.stringContaining(`The ${redirectType} is ${state}.`), ...ofNewFlow]);
    expect(await tenant.rpc.approveUpdateFlow({ slug, isActive: true })).toMatchObject({ updated: true });
  });

  test("warns when the target was deleted", async () => {
    const { tenant, slug } = await createFlow({ isActive: true });
    service().removeTarget(tenant, "target_1");
    const { warnings } = await tenant.rpc.proposeUpdateFlow({ slug, isActive: true });
    expect(warnings).toEqual([expect.stringContaining("does not exist any more"), ...ofNewFlow]);
  });

  test("warns of no target when it is active, when the flow is deactivated, or when it was active before", async () => {
    const { tenant, slug } = await createFlow({ isActive: true });
    expect((await tenant.rpc.proposeUpdateFlow({ slug, isActive: true })).warnings).toEqual(ofNewFlow);
    await tenant.rpc.approveUpdateFlow({ slug, isActive: true });
    service().addTarget(tenant, "target_1", { isActive: false });
    expect((await tenant.rpc.proposeUpdateFlow({ slug, isActive: false })).warnings).toEqual([]);
    expect((await tenant.rpc.proposeUpdateFlow({ slug, name: "Other" })).warnings).toEqual([]);
  });

  test("warns once when the same update also sets the redirect", async () => {
    const { tenant, slug } = await createFlow({ isActive: true });
    const redirectTargetId = service().addTarget(tenant, "target_2", { isActive: false });
    const { warnings } = await tenant.rpc.proposeUpdateFlow({ slug, isActive: true, redirectType, redirectTargetId });
    expect(warnings).toEqual([expect.stringContaining(state), ...ofNewFlow]);
  });
});

test("activating a flow that goes to a survey or to an address warns of no target", async () => {
  const tenant = flows.newTenant();
  const survey = { redirectType: "survey", redirectTargetId: await createTarget(tenant) };
  for (const given of [survey, {}]) {
    const { slug } = await tenant.rpc.approveCreateFlow(flowRequest(given));
    expect((await tenant.rpc.proposeUpdateFlow({ slug, isActive: true })).warnings).toEqual(ofNewFlow);
  }
});

interface Step {
  name: string;
  state: string;
  detail: string;
}

/** What the checklist over REST, which the console shows, misses or warns of, beside that the page is offline. */
async function readOpenSteps(tenant: FlowsTenant, slug: string): Promise<string[]> {
  const { body } = await send<{ steps: Step[] }>(tenant, "GET", `/v1/public/flows/${slug}/checklist`);
  const open = body.steps.filter(({ name, state }) => name !== "active" && ["missing", "warning"].includes(state));
  return open.map(({ detail }) => detail);
}

describe("the preview of going online", () => {
  test("warns of everything that the checklist misses or warns of, each once, and of every question", async () => {
    const tenant = flows.newTenant();
    const roulette = flows.roulettes.addTarget(tenant, newId("rou"), { isActive: false });
    const course = flows.learning.addTarget(tenant, newId("crs"), { isActive: false });
    const { slug } = await tenant.rpc.approveCreateFlow(
      flowRequest({
        redirectType: "roulette",
        redirectTargetId: roulette,
        registrationFields: [
          { text: "Size", type: "select" },
          { text: "Color", type: "colour" },
        ],
        isBankProviderRequired: true,
      }),
    );
    const additionalRedirects = [{ redirect: { type: "course", targetId: course } }];
    await send(tenant, "PATCH", `/v1/public/flows/${slug}`, { additionalRedirects });
    const open = await readOpenSteps(tenant, slug);
    expect(open).toHaveLength(7);
    const { warnings } = await tenant.rpc.proposeUpdateFlow({ slug, isActive: true });
    expect(warnings.filter((warning) => open.includes(warning))).toEqual(open);
    expect(warnings.filter((warning) => !open.includes(warning))).toEqual([
      expect.stringContaining('"color" is of the unknown type'),
    ]);
    expect(new Set(warnings).size).toBe(warnings.length);
  });

  test("warns of the flow as the same update leaves it", async () => {
    const tenant = flows.newTenant();
    const redirectTargetId = flows.roulettes.addTarget(tenant, newId("rou"), { isActive: false });
    const redirect = { redirectType: "roulette", redirectTargetId };
    const { slug } = await tenant.rpc.approveCreateFlow(flowRequest(redirect));
    const repair = { redirectType: "url", redirectTargetId: "", redirectUrl: "https://example.com/", isActive: true };
    expect((await tenant.rpc.proposeUpdateFlow({ slug, ...repair })).warnings).toEqual(ofNewFlow);
    const harm = { isActive: true, isBankProviderRequired: true };
    expect((await tenant.rpc.proposeUpdateFlow({ slug, ...harm })).warnings).toContain(
      "Bank validation is required, and it is not set up or is off: visitors register without it.",
    );
  });

  test("does not warn of what is set up", async () => {
    const tenant = flows.newTenant();
    const { slug } = await tenant.rpc.approveCreateFlow(flowRequest({ isBankProviderRequired: true }));
    await tenant.http("PUT", "/v1/public/flows/bank-provider", { body: { url: "https://bank.example.com/" } });
    const path = `/v1/public/flows/${slug}/documents?kind=privacy`;
    const headers = { "content-type": "application/octet-stream" };
    expect((await tenant.http("POST", path, { body: Buffer.from("Privacy"), headers })).status).toBe(201);
    const { warnings } = await tenant.rpc.proposeUpdateFlow({ slug, isActive: true });
    expect(warnings).toEqual(ofNewFlow.slice(1));
    expect(await readOpenSteps(tenant, slug)).toEqual(warnings);
  });

  test("warns of a bank that only another business has set up", async () => {
    const owner = flows.newTenant();
    await owner.http("PUT", "/v1/public/flows/bank-provider", { body: { url: "https://bank.example.com/" } });
    const tenant = flows.newTenant();
    const { slug } = await tenant.rpc.approveCreateFlow(flowRequest({ isBankProviderRequired: true }));
    const { warnings } = await tenant.rpc.proposeUpdateFlow({ slug, isActive: true });
    expect(warnings).toContainEqual(expect.stringContaining("it is not set up or is off"));
  });
});
