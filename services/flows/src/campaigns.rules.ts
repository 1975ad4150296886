import { createHash } from "node:crypto";
import { createCursorCodec, invalidCursor, parseDateRange } from "@tenant-ops/kit/data";
import { invalid } from "@tenant-ops/kit/errors";
import type { Campaign, CampaignDeclaration, CampaignStatus, DeclaredCampaign } from "./campaigns.types.js";
import { calculateConversionRate } from "./flows.rules.js";
import type { CampaignFlow } from "./flows.types.js";

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
  if (startsAt && endsAt && endsAt < startsAt) throw invalid("endsAt", "the campaign would end before it starts.");
  return {
    _id: computeCampaignId(context.businessId, campaign),
    campaign,
    name: given.name ?? before?.name ?? campaign,
    source: source ?? before?.source ?? "",
    medium: medium ?? before?.medium ?? "",
    content: content ?? before?.content ?? "",
    startsAt,
    endsAt,
    isPaused: given.status === undefined ? (before?.isPaused ?? false) : given.status === "paused",
    createdAt: before?.createdAt ?? context.now,
    updatedAt: context.now,
  };
}

interface CampaignContext {
  businessId: string;
  now: Date;
  /** Builds the address of the page of a flow. */
  buildPublicUrl: (slug: string) => string;
}

/**
 * All campaigns, declared or named by flows, the newest first.
 * @param flows the oldest first
 */
export function mergeCampaigns(
  declared: readonly DeclaredCampaign[],
  flows: readonly CampaignFlow[],
  context: CampaignContext,
): Campaign[] {
  const flowsByCampaign = new Map<string, CampaignFlow[]>();
  for (const flow of flows) {
    flowsByCampaign.set(flow.campaign, [...(flowsByCampaign.get(flow.campaign) ?? []), flow]);
  }
  const declaredByCampaign = new Map(declared.map((one) => [one.campaign, one]));
  const names = new Set([...declaredByCampaign.keys(), ...flowsByCampaign.keys()]);
  return [...names]
    .map((name) => toCampaign(name, declaredByCampaign.get(name), flowsByCampaign.get(name) ?? [], context))
    .toSorted(compareNewestFirst);
}

function toCampaign(
  campaign: string,
  declared: DeclaredCampaign | undefined,
  flows: readonly CampaignFlow[],
  { businessId, now, buildPublicUrl }: CampaignContext,
): Campaign {
  const sum = (count: "totalVisitCount" | "uniqueVisitCount" | "completedCount") =>
    flows.reduce((total, flow) => total + flow[count], 0);
  const uniqueVisits = sum("uniqueVisitCount");
  const completions = sum("completedCount");
  const times = (name: "createdAt" | "updatedAt") =>
    [...flows, ...(declared ? [declared] : [])].map((record) => record[name].getTime());
  return {
    campaignId: computeCampaignId(businessId, campaign),
    name: declared?.name ?? campaign,
    status: decideStatus(declared, flows, now),
    startsAt: declared?.startsAt?.toISOString() ?? null,
    endsAt: declared?.endsAt?.toISOString() ?? null,
    utm: {
      source: declared?.source || findCommonValue(flows, "source"),
      medium: declared?.medium || findCommonValue(flows, "medium"),
      campaign,
      content: declared?.content || findCommonValue(flows, "content"),
    },
    flows: flows.map(({ slug, name, isActive }) => ({ slug, name, isActive, publicUrl: buildPublicUrl(slug) })),
    metrics: {
      totalVisits: sum("totalVisitCount"),
      uniqueVisits,
      completions,
      conversionRate: calculateConversionRate(completions, uniqueVisits),
    },
    origin: declared ? "declared" : "derived",
    createdAt: new Date(Math.min(...times("createdAt"))).toISOString(),
    updatedAt: new Date(Math.max(...times("updatedAt"))).toISOString(),
  };
}

/** The dates decide first, then the declared pause. A campaign whose pages are all offline is paused too. */
function decideStatus(
  declared: DeclaredCampaign | undefined,
  flows: readonly CampaignFlow[],
  now: Date,
): CampaignStatus {
  if (declared?.endsAt && declared.endsAt < now) return "ended";
  if (declared?.startsAt && declared.startsAt > now) return "scheduled";
  const isOffline = flows.length > 0 && flows.every(({ isActive }) => !isActive);
  return declared?.isPaused || isOffline ? "paused" : "active";
}

/** The UTM value that all flows have; empty when they differ. */
function findCommonValue(flows: readonly CampaignFlow[], name: "source" | "medium" | "content"): string {
  const values = new Set(flows.map((flow) => flow[name]));
  const [only] = values;
  return values.size === 1 ? (only ?? "") : "";
}

function compareNewestFirst(one: Position, other: Position): number {
  return compare(other.createdAt, one.createdAt) || compare(other.campaignId, one.campaignId);
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

type Position = Pick<Campaign, "createdAt" | "campaignId">;

/**
 * Cuts one page out of all campaigns. They come from two collections, so `findPage` cannot read the page.
 * @param list names business and filter; a cursor is valid for one list only
 * @throws Refusal invalid_cursor
 */
export function selectCampaignPage(
  all: readonly Campaign[],
  { limit, cursor, list }: { limit: number; cursor: string; list: string },
): { items: Campaign[]; nextCursor?: string } {
  const cursors = createCursorCodec(() => list);
  const last = cursor ? toPosition(cursors.decode(cursor, 2)) : undefined;
  const rest = last ? all.filter((one) => compareNewestFirst(last, one) < 0) : all;
  const items = rest.slice(0, limit);
  const end = items.at(-1);
  const hasMore = end !== undefined && rest.length > limit;
  return { items, ...(hasMore && { nextCursor: cursors.encode([end.createdAt, end.campaignId]) }) };
}

function toPosition([createdAt, campaignId]: readonly unknown[]): Position {
  if (typeof createdAt !== "string" || typeof campaignId !== "string") throw invalidCursor();
  return { createdAt, campaignId };
}
