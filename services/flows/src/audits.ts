import { type AuditedRow, auditNamedRecords, type RecordAudit } from "@tenant-ops/kit/data";
import type { Counters } from "./flows/flows.rules.js";

interface AuditedFlow extends AuditedRow {
  total: number;
  unique: number;
  completed: number;
  campaign: string;
  isInCampaign: boolean;
}

interface AuditedCampaign extends AuditedRow {
  flows: { count: number; activeCount: number };
  found: Counters & { count: number; activeCount: number };
  totals: Counters;
}

/** Registrations belong to a flow. */
export const registrationAudit = auditNamedRecords({
  records: "flows with registrations",
  collection: "flows",
  namedBy: "registrations",
  id: "$flowId",
});

/** Flows have no more registrations than visitors, and belong to their campaign. */
export const flowAudit: RecordAudit<AuditedFlow> = {
  records: "flows",
  collection: "flows",
  stages: [
    {
      $lookup: {
        from: "campaignSummaries",
        let: { business: "$businessId", campaign: "$campaign" },
        pipeline: [
          {
            $match: { $expr: { $and: [{ $eq: ["$businessId", "$$business"] }, { $eq: ["$campaign", "$$campaign"] }] } },
          },
          { $project: { _id: 1 } },
        ],
        as: "summaries",
      },
    },
    {
      $project: {
        businessId: 1,
        campaign: 1,
        isInCampaign: { $or: [{ $eq: ["$campaign", ""] }, { $gt: [{ $size: "$summaries" }, 0] }] },
        total: "$totalVisitCount",
        unique: "$uniqueVisitCount",
        completed: "$completedCount",
      },
    },
  ],
  findProblems({ total, unique, completed, campaign, isInCampaign }) {
    const problems: string[] = [];
    if (completed > unique || unique > total)
      problems.push(`${completed} completed, ${unique} unique and ${total} visits`);
    // The list of campaigns would not have it.
    if (!isInCampaign) problems.push(`its campaign "${campaign}" does not exist`);
    return problems;
  },
};

const nothing = { count: 0, activeCount: 0, total: 0, unique: 0, completed: 0 };
const sum = (name: string) => ({ $sum: `$${name}` });

/** The numbers of campaigns are those of their flows. */
export const campaignAudit: RecordAudit<AuditedCampaign> = {
  records: "campaigns",
  collection: "campaignSummaries",
  stages: [
    {
      $lookup: {
        from: "flows",
        let: { business: "$businessId", campaign: "$campaign" },
        pipeline: [
          {
            $match: { $expr: { $and: [{ $eq: ["$businessId", "$$business"] }, { $eq: ["$campaign", "$$campaign"] }] } },
          },
          {
            $group: {
              _id: null,
              count: { $sum: 1 },
              activeCount: { $sum: { $cond: ["$isActive", 1, 0] } },
              total: sum("totalVisitCount"),
              unique: sum("uniqueVisitCount"),
              completed: sum("completedCount"),
            },
          },
        ],
        as: "found",
      },
    },
    {
      $lookup: {
        from: "campaignTotals",
        let: { business: "$businessId", id: "$_id" },
        pipeline: [
          { $match: { $expr: { $and: [{ $eq: ["$businessId", "$$business"] }, { $eq: ["$campaignId", "$$id"] }] } } },
          { $group: { _id: null, total: sum("total"), unique: sum("unique"), completed: sum("completed") } },
        ],
        as: "totals",
      },
    },
    {
      $project: {
        businessId: 1,
        flows: 1,
        found: { $ifNull: [{ $first: "$found" }, nothing] },
        totals: { $ifNull: [{ $first: "$totals" }, nothing] },
      },
    },
  ],
  findProblems({ flows, found, totals }) {
    const problems: string[] = [];
    if (flows.count !== found.count) problems.push(`${flows.count} flows were counted, ${found.count} are there`);
    if (flows.activeCount !== found.activeCount) {
      problems.push(`${flows.activeCount} flows online were counted, ${found.activeCount} are there`);
    }
    for (const name of ["total", "unique", "completed"] as const) {
      if (found[name] === totals[name]) continue;
      problems.push(`its flows have ${found[name]} in "${name}", its totals ${totals[name]}`);
    }
    return problems;
  },
};
