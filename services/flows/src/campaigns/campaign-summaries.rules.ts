import {
  type CampaignDates,
  type CampaignFlows,
  type CampaignStatus,
  type CampaignSummary,
  computeCampaignId,
  decideStatus,
  type DeclaredCampaign,
} from "./campaigns.rules.js";
import type { Flow } from "../flows/flows.rules.js";

export const noFlows: CampaignFlows = {
  count: 0,
  activeCount: 0,
  createdAt: null,
  updatedAt: null,
  common: { source: "", medium: "", content: "" },
};

/** @returns null for a campaign that was not declared and has no flow any more */
export function toSummary(
  { businessId, campaign, now }: { businessId: string; campaign: string; now: Date },
  declared: DeclaredCampaign | null,
  flows: CampaignFlows,
): CampaignSummary | null {
  const starts = [declared?.createdAt, flows.createdAt].flatMap((date) => date?.getTime() ?? []);
  if (starts.length === 0) return null;
  const isOffline = flows.count > 0 && flows.activeCount === 0;
  const startsAt = declared?.startsAt ?? null;
  const endsAt = declared?.endsAt ?? null;
  const dates = { startsAt, endsAt, isPaused: declared?.isPaused === true || isOffline };
  return {
    _id: computeCampaignId(businessId, campaign),
    campaign,
    declared,
    flows,
    createdAt: new Date(Math.min(...starts)),
    ...dates,
    ...toStoredStatus(dates, now),
  };
}

/** The status as it is stored, for the indexes of lists. */
export function toStoredStatus(dates: CampaignDates, now: Date): { status: CampaignStatus; statusUntil: Date | null } {
  const status = decideStatus(dates, now);
  return { status, statusUntil: findNextChange(status, dates) };
}

function findNextChange(status: CampaignStatus, { startsAt, endsAt }: CampaignDates): Date | null {
  if (status === "ended") return null;
  if (status === "scheduled") return startsAt;
  // `endsAt` is the last moment of the campaign.
  return endsAt && new Date(endsAt.getTime() + 1);
}

/** The flows of a campaign after a new one, which is the youngest of them. */
export function addFlow(flows: CampaignFlows, flow: Flow): CampaignFlows {
  const { common } = flows;
  const toCommon = (name: keyof CampaignFlows["common"]) =>
    flows.count === 0 || common[name] === flow[name] ? flow[name] : "";
  return {
    count: flows.count + 1,
    activeCount: flows.activeCount + (flow.isActive ? 1 : 0),
    createdAt: flows.createdAt ?? flow.createdAt,
    updatedAt: flow.createdAt,
    common: { source: toCommon("source"), medium: toCommon("medium"), content: toCommon("content") },
  };
}

/** The flows of a campaign after one of them changed in anything but its UTM values. */
export function replaceFlow(flows: CampaignFlows, before: Flow, after: Flow): CampaignFlows {
  const activated = Number(after.isActive) - Number(before.isActive);
  return {
    ...flows,
    activeCount: flows.activeCount + activated,
    updatedAt: after.updatedAt,
  };
}

/** Whether a change of a flow can change which flows a campaign has, or the values that they have in common. */
export function changesUtm(before: Flow, after: Flow): boolean {
  return (["campaign", "source", "medium", "content"] as const).some((name) => before[name] !== after[name]);
}
