import type { Utm } from "./flows.types.js";

export const campaignStatuses = ["scheduled", "active", "paused", "ended"] as const;
export type CampaignStatus = (typeof campaignStatuses)[number];

/** What a business has declared about a campaign, as it is stored. */
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
  status?: "active" | "paused" | undefined;
}

/** A campaign as callers see it: what was declared, and the counters of its flows. */
export interface Campaign {
  campaignId: string;
  name: string;
  status: CampaignStatus;
  startsAt: string | null;
  endsAt: string | null;
  utm: Utm;
  flows: { slug: string; name: string; isActive: boolean; publicUrl: string }[];
  metrics: { totalVisits: number; uniqueVisits: number; completions: number; conversionRate: number };
  origin: "declared" | "derived";
  createdAt: string;
  updatedAt: string;
}
