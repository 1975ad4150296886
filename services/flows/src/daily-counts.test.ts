import { examinedDuring, listCountDifferences, readCounted } from "@tenant-ops/kit/testing";
import { flows as flowCounts } from "@tenant-ops/rest/analytics";
import { afterAll, beforeAll, expect, test } from "vitest";
import { countSources } from "./daily-counts.js";
import {
  createActiveFlow,
  createVisitor,
  flowRequest,
  send,
  startTestFlows,
  type TestFlows,
  validAnswers,
} from "./testing.js";

// Two processes with one database.
let processes: [TestFlows, TestFlows];
beforeAll(async () => {
  const first = await startTestFlows();
  processes = [first, await startTestFlows({ MONGODB_DATABASE: first.service.running.context.db.name })];
});
afterAll(async () => {
  for (const flows of processes) await flows.close();
});

const path = "/v1/public/flows/daily-counts";
const address = (n: number) => ({ "x-client-address": `198.51.100.${n}` });

test("visits and registrations of several flows in two processes at once are counted exactly", async () => {
  const [first] = processes;
  const tenant = first.newTenant();
  const slugs = [await createActiveFlow(tenant), await createActiveFlow(tenant, { campaign: "summer" })] as const;
  await tenant.rpc.approveCreateFlow(flowRequest());
  const visitors = Array.from({ length: 24 }, (_, n) => ({
    visitor: createVisitor(processes[n % 2]!, address(n % 12)),
    slug: slugs[n % 3 === 0 ? 0 : 1],
  }));
  // A few at once: a visit whose transaction lost too many write conflicts within its deadline is not counted.
  for (let begin = 0; begin < visitors.length; begin += 6) {
    await Promise.all(visitors.slice(begin, begin + 6).map(({ visitor, slug }) => visitor.open(slug)));
  }
  await Promise.all(visitors.slice(0, 9).map(({ visitor, slug }) => visitor.submit(slug, validAnswers)));
  await tenant.rpc.approveUpdateFlow({ slug: slugs[0], isActive: false });

  const stats = await tenant.rpc.getFlowStats({});
  expect(stats).toMatchObject({ totalFlows: 3, activeFlows: 1, inactiveFlows: 2, totalVisits: 24 });
  const { body } = await send(tenant, "GET", path);
  expect(body["totals"]).toEqual({
    visits: 24,
    uniqueVisits: stats.uniqueVisits,
    registrations: stats.totalCompletions,
  });
  expect(stats.totalCompletions).toBe(9);
  const counts = { visits: 24, uniqueVisits: stats.uniqueVisits, registrations: 9 };
  expect(await readCounted(tenant, flowCounts)).toMatchObject([{ counts }]);
  const byCampaign = await readCounted(tenant, flowCounts, ["campaign", "source"]);
  expect(byCampaign.map(({ values }) => values)).toEqual([
    ["", "direct"],
    ["summer", "direct"],
  ]);
  expect(byCampaign.map((row) => row.counts["visits"])).toEqual([8, 16]);
  expect(await readCounted(first.newTenant(), flowCounts)).toEqual([]);
  expect(await listCountDifferences(first.service.running.context.db, tenant.businessId, countSources)).toEqual([]);
  const none = await send(first.newTenant(), "GET", path);
  expect(none.body["totals"]).toEqual({ visits: 0, uniqueVisits: 0, registrations: 0 });
});

test("the statistics examine no record of the flows, and at most the 16 of the counters of a day", async () => {
  const [first] = processes;
  const tenant = first.newTenant();
  const { name } = first.service.running.context.db;
  for (let index = 0; index < 20; index += 1) await createActiveFlow(tenant);
  const examined = await examinedDuring(name, () => tenant.rpc.getFlowStats({}), tenant.businessId);
  expect([examined > 0, examined <= 16]).toEqual([true, true]);
});
