import fc from "fast-check";
import { newId } from "@tenant-ops/kit/data";
import { eventually, propertyRuns } from "@tenant-ops/kit/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Campaign, computeCampaignId, type DeclaredCampaign } from "./campaigns.rules.js";
import type { Flow } from "../flows/flows.rules.js";
import {
  createActiveFlow,
  createVisitor,
  flowRequest,
  type FlowsTenant,
  newSlug,
  readPage,
  readPages,
  send,
  startTestFlows,
  type TestFlows,
  validAnswers,
} from "../testing.js";

let flows: TestFlows;
beforeAll(async () => void (flows = await startTestFlows()));
afterAll(() => flows.close());

const path = "/v1/public/campaigns";

async function list(tenant: FlowsTenant): Promise<Campaign[]> {
  return (await readPage<Campaign>(tenant, path)).items;
}

/** The same list, computed from all flows and all declarations. Without `updatedAt`, which also changes when a flow is removed from the campaign. */
async function computeList(tenant: FlowsTenant): Promise<object[]> {
  const scope = tenant.scope();
  const all = await scope.collection<Flow>("flows").find({ campaign: { $gt: "" } }, { sort: { createdAt: 1, _id: 1 } });
  const declared = await scope.collection<DeclaredCampaign>("campaigns").find({});
  const names = new Set([...all, ...declared].map(({ campaign }) => campaign));
  const campaigns = [...names].map((campaign) => {
    const own = all.filter((flow) => flow.campaign === campaign);
    return compute(
      tenant.businessId,
      campaign,
      own,
      declared.find((one) => one.campaign === campaign),
    );
  });
  return campaigns.toSorted((one, other) =>
    `${one.createdAt} ${one._id}` < `${other.createdAt} ${other._id}` ? 1 : -1,
  );
}

function compute(businessId: string, campaign: string, own: Flow[], declared: DeclaredCampaign | undefined) {
  const sum = (name: "totalVisitCount" | "uniqueVisitCount" | "completedCount") =>
    own.reduce((total, flow) => total + flow[name], 0);
  const findCommon = (name: "source" | "medium" | "content") => {
    const values = new Set(own.map((flow) => flow[name]));
    return values.size === 1 ? [...values][0] : "";
  };
  const isOffline = own.length > 0 && own.every(({ isActive }) => !isActive);
  const starts = [...own, ...(declared ? [declared] : [])].map(({ createdAt }) => createdAt.getTime());
  return {
    _id: computeCampaignId(businessId, campaign),
    name: declared?.name ?? campaign,
    status: declared?.isPaused || isOffline ? "paused" : "active",
    utm: {
      source: declared?.source || findCommon("source"),
      medium: declared?.medium || findCommon("medium"),
      campaign,
      content: declared?.content || findCommon("content"),
    },
    flowCount: own.length,
    activeFlowCount: own.filter(({ isActive }) => isActive).length,
    metrics: expect.objectContaining({
      totalVisits: sum("totalVisitCount"),
      uniqueVisits: sum("uniqueVisitCount"),
      completions: sum("completedCount"),
    }),
    createdAt: new Date(Math.min(...starts)).toISOString(),
  };
}

const campaign = fc.constantFrom("", "a", "b", "c");
const utm = fc.constantFrom("", "x", "y");
const step = fc.oneof(
  fc.record({ do: fc.constant("create" as const), campaign, source: utm, medium: utm }),
  fc.record({
    do: fc.constant("update" as const),
    flow: fc.nat(),
    change: fc.record(
      { campaign, source: utm, name: fc.constantFrom("One", "Two"), isActive: fc.boolean() },
      { requiredKeys: [] },
    ),
  }),
  fc.record({ do: fc.constant("visit" as const), flow: fc.nat(), registers: fc.boolean() }),
  fc.record({ do: fc.constant("declare" as const), campaign: fc.constantFrom("a", "b", "d"), isPaused: fc.boolean() }),
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

async function takeStep(tenant: FlowsTenant, slugs: string[], given: Step): Promise<void> {
  if (given.do === "create") {
    const { campaign, source, medium } = given;
    slugs.push((await tenant.rpc.approveCreateFlow(flowRequest({ campaign, source, medium }))).slug);
  } else if (given.do === "declare") {
    const { campaign, isPaused } = given;
    const body = { utm: { campaign }, isPaused };
    await tenant.http("POST", path, { body });
  } else {
    const slug = slugs[given.flow % Math.max(slugs.length, 1)];
    if (slug === undefined) return;
    if (given.do === "update") await tenant.rpc.approveUpdateFlow({ slug, ...given.change });
    else if (given.registers) await createVisitor(flows).submit(slug, validAnswers);
    else await createVisitor(flows).open(slug);
  }
}

test("whatever is created, changed, visited and declared, the list is what all flows and declarations together say", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
      const tenant = flows.newTenant();
      const slugs = [await createActiveFlow(tenant, { campaign: "a", source: "x" })];
      for (const one of steps) await takeStep(tenant, slugs, one);
      expect(await list(tenant)).toMatchObject(await computeList(tenant));
    }),
    { numRuns: propertyRuns(12) },
  );
});

test("the totals of campaigns are right after flows are created, moved and visited at the same time", async () => {
  const tenant = flows.newTenant();
  const slugs = [
    await createActiveFlow(tenant, { campaign: "a" }),
    await createActiveFlow(tenant, { campaign: "a" }),
    await createActiveFlow(tenant, { campaign: "b" }),
  ];
  // Repeated with its key while the machine is busy, so that each is written once.
  const persist = (write: (settings: { idempotencyKey: string }) => Promise<unknown>, idempotencyKey: string) =>
    eventually(() => write({ idempotencyKey }));
  const visits = slugs.flatMap((slug) => Array.from({ length: 5 }, () => createVisitor(flows).open(slug)));
  const moves = slugs.map((slug, index) =>
    persist((given) => tenant.rpc.approveUpdateFlow({ slug, campaign: ["b", "c", "a"][index]! }, given), slug),
  );
  const created = [1, 2].map(() => {
    const request = flowRequest({ campaign: "c" });
    return persist((given) => tenant.rpc.approveCreateFlow(request, given), request.slug);
  });
  await Promise.all([...visits, ...moves, ...created]);
  const campaigns = await list(tenant);
  expect(campaigns).toMatchObject(await computeList(tenant));
  expect(campaigns.map(({ flowCount }) => flowCount).toSorted((one, other) => one - other)).toEqual([1, 1, 3]);
});

test("a campaign of many flows shows their number; its own list and that of flows have all of them", async () => {
  const tenant = flows.newTenant();
  const first = await createActiveFlow(tenant, { campaign: "large" });
  await insertCopies(tenant, first, 130);
  // A change of a UTM value counts the flows of the campaign again.
  await tenant.rpc.approveUpdateFlow({ slug: first, source: "newsletter" });

  const [large] = await list(tenant);
  expect(large).toMatchObject({ flowCount: 131, activeFlowCount: 131 });
  const own = await readPages<{ slug: string }>(tenant, `${path}/${large?._id}/flows?limit=50`);
  expect(new Set(own.map(({ slug }) => slug)).size).toBe(131);
  expect(await readPages(tenant, "/v1/public/flows?campaign=large&limit=100")).toEqual(own);
});

test("the flows of a campaign that does not exist, or of another business, are refused alike", async () => {
  const tenant = flows.newTenant();
  await createActiveFlow(tenant, { campaign: "own" });
  const [own] = await list(tenant);
  const ids = [own?._id, "cmp_none"];
  for (const id of ids) {
    const answer = await send(flows.newTenant(), "GET", `${path}/${id}/flows`);
    expect(answer).toMatchObject({ status: 404, body: { error: "campaign_not_found" } });
  }
});

test("a campaign is not listed any more after its last flow has left it, unless it was declared", async () => {
  const tenant = flows.newTenant();
  const one = await createActiveFlow(tenant, { campaign: "derived" });
  const other = await createActiveFlow(tenant, { campaign: "declared" });
  await tenant.http("POST", path, { body: { utm: { campaign: "declared" } } });
  for (const slug of [one, other]) await tenant.rpc.approveUpdateFlow({ slug, campaign: "" });
  expect(await list(tenant)).toMatchObject([{ name: "declared", flowCount: 0, status: "active" }]);
});

/** Copies of a flow, which its campaign does not count. */
async function insertCopies(tenant: FlowsTenant, slug: string, count: number): Promise<void> {
  const stored = tenant.scope().collection<Flow>("flows");
  const flow = await stored.findOne({ slug });
  if (!flow) throw new Error(`no flow ${slug}`);
  await stored.insertMany(Array.from({ length: count }, () => ({ ...flow, _id: newId("flw"), slug: newSlug() })));
}
