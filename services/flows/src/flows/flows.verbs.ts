import type { Call } from "@tenant-ops/kit/call";
import { createQuota, type Database, isDuplicateKeyError } from "@tenant-ops/kit/data";
import type { Refusal } from "@tenant-ops/kit/errors";
import { requireAsPreviewed } from "@tenant-ops/kit/rpc";
import { defineVerb } from "@tenant-ops/kit/verbs";
import { FlowPreviewSchema } from "@tenant-ops/proto/flows";
import { addFlowToCampaign, changeFlowInCampaigns } from "../campaigns/campaigns.verbs.js";
import type { FlowsContext } from "../context.js";
import { toPageSlug } from "../page/page-slugs.js";
import { type AdditionalRedirect, requireAdditionalTargets } from "../redirects/additional-redirects.rules.js";
import { type FoundTarget, type Redirect, requireTarget, type ShownTarget } from "../redirects/redirects.rules.js";
import { lookUpFlowTargets, type LookUpTarget } from "../targets/target-lookup.js";
import { listOpenPoints } from "./checklist.rules.js";
import { toReplaced } from "./flows.replies.js";
import {
  type FlowChanges,
  type NewFlow,
  planFlow,
  planFlowUpdate,
  reviewFlow,
  reviewFlowUpdate,
} from "./flows.rules.js";
import { insertFlow, updateFlowSettings } from "./flows.store.js";
import { loadFlow, readSetUp } from "./flows.reads.js";
import { slugTaken, suggestSlugs } from "./slugs.rules.js";
import { findSlug, findTakenSlugs } from "./slugs.store.js";

// Which targets have to be looked up follows from the plan, so `load` plans.

/** Creates a flow, offline and without visits. */
export const createFlow = defineVerb(({ db, lookUpTarget, config }: FlowsContext) => {
  const { QUOTA_FLOWS: max, FLOW_ALLOW_HTTP_LOOPBACK: allowHttpLoopback } = config;
  return {
    quota: createQuota({ collection: "flows", records: "flows", max, setting: "QUOTA_FLOWS" }),
    async load({ call }, request: NewFlow) {
      const settings = planFlow(request, allowHttpLoopback);
      await requireFreeSlug(db, call.businessId, request.slug);
      const main = await requireMain(lookUpTarget, call, settings.redirect);
      const additional = await requireAdditional(lookUpTarget, call, settings.additionalRedirects);
      return { settings, targets: { main, additional } };
    },
    plan: (_, planned) => planned,
    review: ({ settings, targets }) => reviewFlow(settings, targets.main),
    async write(scope, { settings, targets }, { slug }) {
      const flow = await insertFlow(scope, slug, settings);
      await addFlowToCampaign(scope, flow);
      return { flow, targets };
    },
    // Another call claimed the slug after this transaction had read it.
    mapError: (error, { slug }, { businessId }) =>
      isDuplicateKeyError(error, "_id") ? createSlugTakenRefusal(db, businessId, slug) : error,
  };
});

interface UpdateRequest {
  slug: string;
  /** The settings to change. */
  given: FlowChanges;
  /** Whether the answer shows the targets of redirects that do not change: without it they are not asked for. */
  showsTargets?: boolean;
}

const notAsked: ShownTarget = { status: "unknown", url: "" };

/** Changes the settings that are given. */
export const updateFlow = defineVerb(({ lookUpTarget, config, signIn }: FlowsContext) => ({
  async load(scope, { slug, given }: UpdateRequest) {
    const before = await loadFlow(scope, slug);
    const plan = planFlowUpdate(given, before, config.FLOW_ALLOW_HTTP_LOOPBACK);
    const { redirect, additionalRedirects } = plan.changes;
    const main = redirect && (await requireMain(lookUpTarget, scope.call, redirect));
    const additional = additionalRedirects && (await requireAdditional(lookUpTarget, scope.call, additionalRedirects));
    return { before, ...plan, newTargets: { main, additional } };
  },
  plan: (_, planned) => planned,
  async loadFacts(scope, { before, changed, after, newTargets: { main } }) {
    const goesOnline = changed.includes("isActive") && after.isActive;
    const known = { main, ...(!goesOnline && { additional: [] }) };
    const targets = await lookUpFlowTargets(lookUpTarget, scope.call, after, known);
    const openPoints = goesOnline
      ? listOpenPoints({ ...before, ...after }, targets, await readSetUp(scope, after, signIn.limits))
      : undefined;
    return { targets, openPoints };
  },
  review: (plan, { openPoints }) => reviewFlowUpdate(plan, plan.newTargets.main, openPoints),
  async write(scope, plan, { showsTargets }) {
    const { before, after, changes, changed, newTargets } = plan;
    requireAsPreviewed(scope.call, FlowPreviewSchema, { before: toReplaced(plan, before) });
    // Before the writes: a service that does not answer would otherwise delay the visits of this flow.
    const { main = notAsked, additional = [] } = newTargets;
    const known = showsTargets ? newTargets : { main, additional };
    const targets = await lookUpFlowTargets(lookUpTarget, scope.call, after, known);
    if (changed.length === 0) return { flow: before, targets };
    const flow = await updateFlowSettings(scope, before._id, changes);
    if (!flow) throw new Error("the flow was deleted by another transaction");
    const activeFlows = Number(flow.isActive) - Number(before.isActive);
    scope.count({ subject: "", at: null, counts: { activeFlows } });
    await changeFlowInCampaigns(scope, before, flow);
    return { flow, targets };
  },
}));

/** @throws Refusal target_not_found, target_wrong_kind, service_unavailable */
async function requireMain(lookUpTarget: LookUpTarget, call: Call, redirect: Redirect): Promise<FoundTarget> {
  const found = await lookUpTarget(call, redirect);
  requireTarget(redirect, found);
  return found;
}

/** The targets of these redirects, in their order. @throws Refusal as `requireMain` */
async function requireAdditional(
  lookUpTarget: LookUpTarget,
  call: Call,
  additional: readonly AdditionalRedirect[] = [],
): Promise<FoundTarget[]> {
  const found = await Promise.all(additional.map(({ redirect }) => lookUpTarget(call, redirect)));
  requireAdditionalTargets(additional, found);
  return found;
}

/** Refuses early. The unique index decides whether the slug is free, when the flow is inserted. */
async function requireFreeSlug(db: Database, businessId: string, slug: string): Promise<void> {
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
