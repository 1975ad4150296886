import type { Call } from "@tenant-ops/kit/call";
import { type Database, isDuplicateKeyError, type Quota } from "@tenant-ops/kit/data";
import type { Refusal } from "@tenant-ops/kit/errors";
import { addFlowToCampaign } from "../campaigns/campaigns.changes.js";
import { type Flow, type NewFlow, planFlow } from "./flows.rules.js";
import { insertFlow } from "./flows.store.js";
import { toPageSlug } from "../page/page-slugs.js";
import { requireAdditionalTargets } from "../redirects/additional-redirects.rules.js";
import { type FlowTargets, type FoundTarget, requireTarget } from "../redirects/redirects.rules.js";
import { slugTaken, suggestSlugs } from "./slugs.rules.js";
import { findSlug, findTakenSlugs } from "./slugs.store.js";
import { lookUpAdditional, type LookUpTarget } from "../targets/target-lookup.js";

export interface FlowCreation {
  db: Database;
  lookUpTarget: LookUpTarget;
  allowHttpLoopback: boolean;
  quota: Quota;
}

/**
 * Creates a flow in a transaction of its own, offline and without visits.
 * @param toReply makes the answer, which is stored under the idempotency key of the call
 * @throws Refusal slug_taken, quota_exceeded, and those of the plan and of the target
 */
export async function createFlow<Reply>(
  { db, lookUpTarget, allowHttpLoopback, quota }: FlowCreation,
  call: Call,
  given: NewFlow,
  toReply: (flow: Flow, targets: FlowTargets<FoundTarget>) => Reply,
): Promise<Reply> {
  try {
    return await db.transaction(call, async (scope) => {
      const settings = planFlow(given, allowHttpLoopback);
      await requireFreeSlug(db, call.businessId, given.slug);
      const main = await lookUpTarget(call, settings.redirect);
      requireTarget(settings.redirect, main);
      const { additionalRedirects = [] } = settings;
      const additional = await lookUpAdditional(lookUpTarget, call, additionalRedirects);
      requireAdditionalTargets(additionalRedirects, additional);
      await quota.claim(scope);
      const flow = await insertFlow(scope, given.slug, settings);
      await addFlowToCampaign(scope, flow);
      return toReply(flow, { main, additional });
    });
  } catch (error) {
    // Another call claimed the slug after this transaction had read it.
    if (isDuplicateKeyError(error, "_id")) throw await createSlugTakenRefusal(db, call.businessId, given.slug);
    throw error;
  }
}

/** Refuses early. The unique index decides whether the slug is free, when the flow is inserted. */
export async function requireFreeSlug(db: Database, businessId: string, slug: string): Promise<void> {
  if (await findSlug(db, toPageSlug(businessId, slug))) throw await createSlugTakenRefusal(db, businessId, slug);
}

/** The refusal for a taken slug, with free ones to use instead. */
async function createSlugTakenRefusal(db: Database, businessId: string, slug: string): Promise<Refusal> {
  const suggestions = suggestSlugs(slug, new Date().getUTCFullYear());
  const toName = (suggestion: string) => toPageSlug(businessId, suggestion);
  const taken = await findTakenSlugs(db, suggestions.map(toName));
  return slugTaken(
    slug,
    suggestions.filter((suggestion) => !taken.has(toName(suggestion))),
  );
}
