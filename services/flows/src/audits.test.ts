import { listAuditProblems } from "@tenant-ops/kit/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { campaignAudit, flowAudit, registrationAudit } from "./audits.js";
import type { CampaignSummary } from "./campaigns/campaigns.rules.js";
import type { Flow } from "./flows/flows.rules.js";
import { createActiveFlow, createVisitor, startTestFlows, type TestFlows, validAnswers } from "./testing.js";

const flowAudits = [flowAudit, campaignAudit, registrationAudit] as const;

let flows: TestFlows;
beforeAll(async () => void (flows = await startTestFlows()));
afterAll(() => flows.close());

test("the numbers of campaigns are those of their flows; a counter that was changed without the other is found", async () => {
  const tenant = flows.newTenant();
  const slug = await createActiveFlow(tenant, { campaign: "verano" });
  await createActiveFlow(tenant, { campaign: "verano" });
  const visitor = createVisitor(flows);
  await visitor.open(slug);
  await visitor.submit(slug, validAnswers);
  const audit = () => listAuditProblems(flows.service.running.context.db, flowAudits, tenant.businessId);
  expect(await audit()).toEqual({ counts: [2, 1, 1], problems: [] });

  const of = tenant.scope();
  await of.collection<Flow>("flows").updateOne({ slug }, { $inc: { completedCount: 9 } });
  await of.collection<CampaignSummary>("campaignSummaries").updateOne({}, { $inc: { "flows.count": 1 } });
  expect((await audit()).problems).toEqual([
    expect.stringMatching(/: 10 completed, 1 unique and 1 visits$/),
    expect.stringMatching(/: 3 flows were counted, 2 are there$/),
    expect.stringMatching(/: its flows have 10 in "completed", its totals 1$/),
  ]);
});

test("a campaign that was deleted although it has flows is reported, and a flow without a campaign is not", async () => {
  const tenant = flows.newTenant();
  await createActiveFlow(tenant, { campaign: "otoño" });
  await createActiveFlow(tenant, { campaign: "" });
  const audit = () => listAuditProblems(flows.service.running.context.db, flowAudits, tenant.businessId);
  expect((await audit()).problems).toEqual([]);
  await tenant.scope().collection<CampaignSummary>("campaignSummaries").deleteOne({});
  expect((await audit()).problems).toEqual([expect.stringMatching(/: its campaign "otoño" does not exist$/)]);
});
