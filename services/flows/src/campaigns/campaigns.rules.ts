import { createHash } from "node:crypto";
import { parseDateRange } from "@tenant-ops/kit/data";
import { invalid, notFound } from "@tenant-ops/kit/errors";
import { calculateConversionRate, type Counters } from "../flows/flows.rules.js";
import type { Utm } from "../redirects/urls.rules.js";

export type CampaignStatus = "scheduled" | "active" | "paused" | "ended";

/** The declaration of a campaign by the business, as it is stored. */
export interface DeclaredCampaign {
  _id: string;
  /** The UTM value that the flows of the campaign have. */
  campaign: string;
  name: string;
  source: string;
  medium: string;
  content: string;
  startsAt: Date | null;
  /** The last moment of the campaign. */
  endsAt: Date | null;
  isPaused: boolean;
  createdAt: Date;
  updatedAt: Date;
}

/** A declaration as a request gives it. */
export interface CampaignDeclaration {
  name?: string | undefined;
  utm: { campaign: string; source?: string | undefined; medium?: string | undefined; content?: string | undefined };
  startsAt?: string | null | undefined;
  endsAt?: string | null | undefined;
  isPaused?: boolean | undefined;
}

/**
 * A campaign as it is read: its declaration and what its flows add. Every write of either rewrites the summary in its own
 * transaction (docs/decisions/0020-campaign-totals-and-quotas.md).
 */
export interface CampaignSummary {
  _id: string;
  campaign: string;
  declared: DeclaredCampaign | null;
  flows: CampaignFlows;
  // Copied from the two above, because lists sort and filter by them.
  createdAt: Date;
  startsAt: Date | null;
  endsAt: Date | null;
  /** Declared as paused, or all of its flows are offline. */
  isPaused: boolean;
  /** The status when the summary was written; a periodic task updates it when it changes with time. */
  status: CampaignStatus;
  /** When it gets another status; null for a status that does not change with time. */
  statusUntil: Date | null;
}

/** The values on which the status of a campaign depends, besides the time. */
export type CampaignDates = Pick<CampaignSummary, "startsAt" | "endsAt" | "isPaused">;

/** The part of a summary that comes from the flows of the campaign. */
export interface CampaignFlows {
  count: number;
  activeCount: number;
  /** When the oldest flow was created; null without flows. */
  createdAt: Date | null;
  /** When a flow was last added, changed or taken out; null without flows. */
  updatedAt: Date | null;
  /** The UTM values that all flows have; empty where they differ. */
  common: Pick<Utm, "source" | "medium" | "content">;
}

/** A part of the counters of a campaign. Their sum over all slots is what callers see. */
export interface CampaignTotals extends Counters {
  /** See `toTotalsId`. */
  _id: string;
  campaignId: string;
}

/** The id depends on business and UTM value only, so a campaign keeps it when it is declared after its flows were created. */
export function computeCampaignId(businessId: string, campaign: string): string {
  const digest = createHash("sha256")
    .update(JSON.stringify([businessId, campaign]))
    .digest("hex");
  return `cmp_${digest.slice(0, 26)}`;
}

/**
 * Merges a declaration with the stored one: an absent value stays, null removes a date. A date without a time is a whole day
 * in the time zone of the business.
 * @throws Refusal invalid_argument for a campaign that ends before it starts
 */
export function planCampaign(
  given: CampaignDeclaration,
  before: DeclaredCampaign | null,
  context: { businessId: string; timeZone: string; now: Date },
): DeclaredCampaign {
  const { campaign, source, medium, content } = given.utm;
  const { from, until } = parseDateRange(given.startsAt ?? "", given.endsAt ?? "", context.timeZone, [
    "startsAt",
    "endsAt",
  ]);
  const startsAt = given.startsAt === undefined ? (before?.startsAt ?? null) : (from ?? null);
  const lastMoment = until ? new Date(until.getTime() - 1) : null;
  const endsAt = given.endsAt === undefined ? (before?.endsAt ?? null) : lastMoment;
  if (startsAt && endsAt && endsAt < startsAt)
    throw invalid("endsAt", "the campaign would end before it starts.", "end_before_start");
  return {
    _id: computeCampaignId(context.businessId, campaign),
    campaign,
    name: given.name ?? before?.name ?? campaign,
    source: source ?? before?.source ?? "",
    medium: medium ?? before?.medium ?? "",
    content: content ?? before?.content ?? "",
    startsAt,
    endsAt,
    isPaused: given.isPaused ?? before?.isPaused ?? false,
    createdAt: before?.createdAt ?? context.now,
    updatedAt: context.now,
  };
}

/** @throws Refusal campaign_not_found */
export function requireCampaign(summary: CampaignSummary | null, id: string): CampaignSummary {
  if (!summary) throw notFound("campaign", id, { listWith: "GET /v1/public/campaigns" });
  return summary;
}

/** A campaign as callers see it: what was declared, and the counters of its flows. */
export type Campaign = ReturnType<typeof toCampaign>;

/** @param totals the counters of all flows of the campaign together */
export function toCampaign(summary: CampaignSummary, { total, unique, completed }: Counters, { now }: { now: Date }) {
  const { _id, campaign, declared, flows, startsAt, endsAt, createdAt } = summary;
  return {
    _id,
    name: declared?.name ?? campaign,
    status: decideStatus(summary, now),
    isPaused: declared?.isPaused ?? false,
    startsAt: startsAt?.toISOString() ?? null,
    endsAt: endsAt?.toISOString() ?? null,
    utm: {
      source: declared?.source || flows.common.source,
      medium: declared?.medium || flows.common.medium,
      campaign,
      content: declared?.content || flows.common.content,
    },
    flowCount: flows.count,
    activeFlowCount: flows.activeCount,
    metrics: {
      totalVisits: total,
      uniqueVisits: unique,
      completions: completed,
      conversionRate: calculateConversionRate(completed, unique),
    },
    origin: declared ? ("declared" as const) : ("derived" as const),
    createdAt: createdAt.toISOString(),
    updatedAt: findLatest([declared?.updatedAt, flows.updatedAt, createdAt]).toISOString(),
  };
}

/** The dates decide first, then the declared pause. A campaign whose pages are all offline is paused too. */
export function decideStatus({ startsAt, endsAt, isPaused }: CampaignDates, now: Date): CampaignStatus {
  if (endsAt && endsAt < now) return "ended";
  if (startsAt && startsAt > now) return "scheduled";
  return isPaused ? "paused" : "active";
}

export function findLatest(dates: readonly (Date | null | undefined)[]): Date {
  return new Date(Math.max(...dates.map((date) => date?.getTime() ?? 0)));
}
