import { createSystemCall } from "@tenant-ops/kit/call";
import { type Database, startLeasedPeriodicTask, type WriteScope } from "@tenant-ops/kit/data";
import type { Logger } from "@tenant-ops/kit/telemetry";
import { allCounters, listMissingInTotals, markInTotals } from "./campaigns/campaign-flows.store.js";
import { addToTotals, chooseSlot } from "./campaigns/campaign-totals.store.js";
import { refreshCampaign } from "./campaigns/campaigns.changes.js";
import { computeCampaignId } from "./campaigns/campaigns.rules.js";
import { missingInTotals, sumByKey } from "./visits/counters.rules.js";

const everyMs = 60 * 60 * 1000;
const campaignsPerRound = 500;
const flowsPerTransaction = 500;

/**
 * Creates the summaries and totals of flows that a version without them has written: at the start, and once an hour, because during a rolling update
 * that version still runs. One process at a time does it; each transaction adds what is missing at that moment, so a second one finds nothing to do.
 */
export function startCampaignTakeover(db: Database, logger: Logger): () => Promise<void> {
  return startLeasedPeriodicTask(
    { database: db, logger },
    { name: "campaign takeover", everyMs, runAtStart: true, run: () => takeOverCampaigns(db) },
  );
}

interface OutdatedCampaign {
  businessId: string;
  campaign: string;
  /** When a flow of the campaign was last changed. */
  updatedAt: Date;
}

/** Handles up to `campaignsPerRound` campaigns of each kind. @returns whether there may be more */
export async function takeOverCampaigns(db: Database): Promise<boolean> {
  const found = [
    ...(await findOutdated(db, "flows", outdatedByFlows)),
    ...(await findOutdated(db, "campaigns", outdatedByDeclaration)),
    ...(await findOutdated(db, "campaignSummaries", outdatedStatus)),
  ];
  for (const outdated of found) await takeOver(db, outdated);
  return found.length >= campaignsPerRound;
}

/**
 * Leaves out businesses in offboarding. Read completely before the work starts, because the server keeps the snapshot of a cursor for only five
 * minutes.
 */
async function findOutdated(db: Database, collection: string, stages: readonly object[]): Promise<OutdatedCampaign[]> {
  const found: OutdatedCampaign[] = [];
  const isOpen = { $match: { businessId: { $nin: db.closedBusinesses.list() } } };
  const rows = db.acrossBusinesses<OutdatedCampaign>(collection, [isOpen, ...stages, { $limit: campaignsPerRound }]);
  for await (const row of rows) found.push(row);
  return found;
}

async function takeOver(db: Database, { businessId, campaign, updatedAt }: OutdatedCampaign): Promise<void> {
  const call = () => createSystemCall(businessId, "campaign takeover");
  await db.transaction(call(), (scope) => refreshCampaign(scope, campaign, updatedAt));
  let hasMore = true;
  while (hasMore) hasMore = await db.transaction(call(), (scope) => addMissingTotals(scope, campaign));
}

/** @returns whether there may be more flows whose counters are missing */
async function addMissingTotals(scope: WriteScope, campaign: string): Promise<boolean> {
  const found = await listMissingInTotals(scope, campaign, flowsPerTransaction);
  if (found.length === 0) return false;
  await markInTotals(
    scope,
    found.map(({ _id }) => _id),
  );
  const campaignId = computeCampaignId(scope.businessId, campaign);
  await addToTotals(scope, chooseSlot(), sumByKey(found.map((flow) => [campaignId, missingInTotals(flow)] as const)));
  return found.length === flowsPerTransaction;
}

/** Campaigns whose summary is missing or older than a flow of them, or whose totals are incomplete. */
const outdatedByFlows = [
  { $match: { campaign: { $gt: "" } } },
  {
    $group: {
      _id: { businessId: "$businessId", campaign: "$campaign" },
      count: { $sum: 1 },
      uncounted: { $sum: { $cond: [{ $eq: ["$inCampaign", allCounters] }, 0, 1] } },
      updatedAt: { $max: "$updatedAt" },
    },
  },
  {
    $lookup: {
      from: "campaignSummaries",
      let: { businessId: "$_id.businessId", campaign: "$_id.campaign" },
      pipeline: [
        {
          $match: {
            $expr: { $and: [{ $eq: ["$businessId", "$$businessId"] }, { $eq: ["$campaign", "$$campaign"] }] },
          },
        },
        { $project: { count: "$flows.count", updatedAt: "$flows.updatedAt" } },
      ],
      as: "summary",
    },
  },
  {
    $match: {
      $expr: {
        $or: [
          { $gt: ["$uncounted", 0] },
          { $ne: ["$count", { $first: "$summary.count" }] },
          { $gt: ["$updatedAt", { $first: "$summary.updatedAt" }] },
        ],
      },
    },
  },
  { $project: { _id: 0, businessId: "$_id.businessId", campaign: "$_id.campaign", updatedAt: 1 } },
];

/** Campaigns that an older version has changed, without their stored status. */
const outdatedStatus = [
  { $match: { $expr: { $ne: ["$statusOf", { $max: ["$declared.updatedAt", "$flows.updatedAt"] }] } } },
  { $project: { _id: 0, businessId: 1, campaign: 1, updatedAt: "$flows.updatedAt" } },
];

/** Declared campaigns whose summary is missing or has an older declaration. */
const outdatedByDeclaration = [
  { $lookup: { from: "campaignSummaries", localField: "_id", foreignField: "_id", as: "summary" } },
  { $match: { $expr: { $ne: ["$updatedAt", { $first: "$summary.declared.updatedAt" }] } } },
  { $project: { _id: 0, businessId: 1, campaign: 1, updatedAt: 1 } },
];
