import { createHash } from "node:crypto";
import { parseDateRange } from "@tenant-ops/kit/data";
import { invalid, Refusal } from "@tenant-ops/kit/errors";
import type { DeclaredCampaign } from "./campaigns.store.js";
import { conversionRate } from "./flows.rules.js";
import type { CampaignFlow } from "./flows.store.js";
import type { Utm } from "./urls.rules.js";

export const campaignStatuses = ["scheduled", "active", "paused", "ended"] as const;
export type CampaignStatus = (typeof campaignStatuses)[number];

/** A campaign as callers see it: what was declared about it, and what its flows have brought. */
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

export interface Declaration {
  name?: string | undefined;
  utm: { campaign: string; source?: string | undefined; medium?: string | undefined; content?: string | undefined };
  startsAt?: string | null | undefined;
  endsAt?: string | null | undefined;
  status?: "active" | "paused" | undefined;
}

/** The same campaign keeps its id when it is declared after its flows had made it. */
export function campaignIdOf(businessId: string, campaign: string): string {
  const digest = createHash("sha256")
    .update(JSON.stringify([businessId, campaign]))
    .digest("hex");
  return `cmp_${digest.slice(0, 26)}`;
}

/**
 * What a campaign's declaration would be: what is absent stays, null takes a date away. A date alone is a whole day in the
 * business's time zone.
 * @throws Refusal invalid_argument for a campaign that ends before it starts
 */
export function planDeclaration(
  given: Declaration,
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
    _id: campaignIdOf(context.businessId, campaign),
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

/** Every declared campaign and every one that flows name, newest first. `flows` come oldest first. */
export function campaignsOf(
  declared: readonly DeclaredCampaign[],
  flows: readonly CampaignFlow[],
  context: { businessId: string; now: Date; publicUrl: (slug: string) => string },
): Campaign[] {
  const flowsByName = new Map<string, CampaignFlow[]>();
  for (const flow of flows) flowsByName.set(flow.campaign, [...(flowsByName.get(flow.campaign) ?? []), flow]);
  const declaredByName = new Map(declared.map((one) => [one.campaign, one]));
  const names = new Set([...declaredByName.keys(), ...flowsByName.keys()]);
  return [...names]
    .map((name) => toCampaign(name, declaredByName.get(name), flowsByName.get(name) ?? [], context))
    .toSorted(newestFirst);
}

function toCampaign(
  campaign: string,
  declared: DeclaredCampaign | undefined,
  flows: readonly CampaignFlow[],
  { businessId, now, publicUrl }: { businessId: string; now: Date; publicUrl: (slug: string) => string },
): Campaign {
  const sum = (count: "totalVisitCount" | "uniqueVisitCount" | "completedCount") =>
    flows.reduce((total, flow) => total + flow[count], 0);
  const uniqueVisits = sum("uniqueVisitCount");
  const completions = sum("completedCount");
  const moments = (name: "createdAt" | "updatedAt") =>
    [...flows, ...(declared ? [declared] : [])].map((record) => record[name].getTime());
  return {
    campaignId: campaignIdOf(businessId, campaign),
    name: declared?.name ?? campaign,
    status: statusOf(declared, flows, now),
    startsAt: declared?.startsAt?.toISOString() ?? null,
    endsAt: declared?.endsAt?.toISOString() ?? null,
    utm: {
      source: declared?.source || shared(flows, "source"),
      medium: declared?.medium || shared(flows, "medium"),
      campaign,
      content: declared?.content || shared(flows, "content"),
    },
    flows: flows.map(({ slug, name, isActive }) => ({ slug, name, isActive, publicUrl: publicUrl(slug) })),
    metrics: {
      totalVisits: sum("totalVisitCount"),
      uniqueVisits,
      completions,
      conversionRate: conversionRate(completions, uniqueVisits),
    },
    origin: declared ? "declared" : "derived",
    createdAt: new Date(Math.min(...moments("createdAt"))).toISOString(),
    updatedAt: new Date(Math.max(...moments("updatedAt"))).toISOString(),
  };
}

/** Dates win, then the pause that somebody declared; a campaign all of whose pages are offline is paused as well. */
function statusOf(declared: DeclaredCampaign | undefined, flows: readonly CampaignFlow[], now: Date): CampaignStatus {
  if (declared?.endsAt && declared.endsAt < now) return "ended";
  if (declared?.startsAt && declared.startsAt > now) return "scheduled";
  const isOffline = flows.length > 0 && flows.every(({ isActive }) => !isActive);
  return declared?.isPaused || isOffline ? "paused" : "active";
}

/** A UTM value that all flows of the campaign have; where they differ the campaign has none of its own. */
function shared(flows: readonly CampaignFlow[], name: "source" | "medium" | "content"): string {
  const values = new Set(flows.map((flow) => flow[name]));
  const [only] = values;
  return values.size === 1 ? (only ?? "") : "";
}

function newestFirst(one: Position, other: Position): number {
  return compare(other.createdAt, one.createdAt) || compare(other.campaignId, one.campaignId);
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

/**
 * One page of campaigns. They are put together from two collections, so the cursor names the last one that was shown.
 * @throws Refusal invalid_cursor for one of another business or filter
 */
export function campaignPage(
  all: readonly Campaign[],
  { limit, cursor, list }: { limit: number; cursor: string; list: string },
): { items: Campaign[]; nextCursor?: string } {
  const last = cursor ? decodeCursor(cursor, list) : undefined;
  const rest = last ? all.filter((one) => newestFirst(last, one) < 0) : all;
  const items = rest.slice(0, limit);
  const end = items.at(-1);
  return { items, ...(end && rest.length > limit && { nextCursor: encodeCursor(end, list) }) };
}

type Position = Pick<Campaign, "createdAt" | "campaignId">;

function encodeCursor({ createdAt, campaignId }: Campaign, list: string): string {
  return Buffer.from(JSON.stringify([fingerprint(list), createdAt, campaignId])).toString("base64url");
}

function decodeCursor(cursor: string, list: string): Position {
  const parts = parsed(cursor);
  const [owner, createdAt, campaignId] = parts;
  if (owner !== fingerprint(list) || typeof createdAt !== "string" || typeof campaignId !== "string") {
    throw new Refusal("invalid_cursor", "The cursor does not belong to this list. Start again without a cursor.");
  }
  return { createdAt, campaignId };
}

function parsed(cursor: string): unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

function fingerprint(list: string): string {
  return createHash("sha256").update(list).digest("base64url").slice(0, 12);
}
