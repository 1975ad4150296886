import type { Counters, Utm } from "../flows/flows.types.js";

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

/** A campaign as callers see it: what was declared, and the counters of its flows. */
export interface Campaign {
  _id: string;
  name: string;
  status: CampaignStatus;
  /** Paused by the business. */
  isPaused: boolean;
  startsAt: string | null;
  endsAt: string | null;
  utm: Utm;
  flowCount: number;
  activeFlowCount: number;
  metrics: { totalVisits: number; uniqueVisits: number; completions: number; conversionRate: number };
  origin: "declared" | "derived";
  createdAt: string;
  updatedAt: string;
}
