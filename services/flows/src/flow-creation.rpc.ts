import { type Database, isDuplicateKeyError, type Quota } from "@tenant-ops/kit/data";
import type { Refusal } from "@tenant-ops/kit/errors";
import type { RpcHandlers } from "@tenant-ops/kit/rpc";
import type { FlowsService } from "@tenant-ops/proto/flows";
import { addFlowToCampaign } from "./campaigns.changes.js";
import type { FlowsConfig } from "./config.js";
import { buildFlowUrl } from "./console-urls.js";
import { toFlowPreview } from "./flows.replies.js";
import { planFlow, reviewFlow, scaffoldNotice } from "./flows.rules.js";
import { insertFlow } from "./flows.store.js";
import { requireTarget } from "./redirects.rules.js";
import { toPageSlug } from "./page-slugs.js";
import { slugTaken, suggestSlugs } from "./slugs.rules.js";
import { findSlug, findTakenSlugs } from "./slugs.store.js";
import type { LookUpTarget } from "./target-lookup.js";

type FlowCreationRpcs = Pick<RpcHandlers<typeof FlowsService>, "proposeCreateFlow" | "approveCreateFlow">;

export function flowCreationRpcs(
  db: Database,
  lookUpTarget: LookUpTarget,
  config: FlowsConfig,
  quota: Quota,
): FlowCreationRpcs {
  const { CONSOLE_URL: consoleUrl, FLOW_ALLOW_HTTP_LOOPBACK: allowHttpLoopback } = config;
  return {
    async proposeCreateFlow(request, call) {
      const settings = planFlow(request, allowHttpLoopback);
      await requireFreeSlug(db, call.businessId, request.slug);
      const target = await lookUpTarget(call, settings.redirect);
      const review = reviewFlow(settings, target);
      await quota.check(db.scope(call));
      const urls = { consoleUrl, businessId: call.businessId };
      return { ...review, preview: toFlowPreview(request.slug, settings, target, urls) };
    },

    // Plans the flow again, because since the preview the slug may have been taken and the target deleted.
    async approveCreateFlow(request, call) {
      try {
        return await db.transaction(call, async (scope) => {
          const settings = planFlow(request, allowHttpLoopback);
          await requireFreeSlug(db, call.businessId, request.slug);
          requireTarget(settings.redirect, await lookUpTarget(call, settings.redirect));
          await quota.claim(scope);
          const flow = await insertFlow(scope, request.slug, settings);
          await addFlowToCampaign(scope, flow);
          const { _id: id, slug } = flow;
          const publicUrl = buildFlowUrl({ consoleUrl, businessId: call.businessId }, slug);
          return { id, slug, publicUrl, status: "created", message: scaffoldNotice(settings) };
        });
      } catch (error) {
        // Another call claimed the slug after this transaction had read.
        if (isDuplicateKeyError(error, "_id")) throw await createSlugTakenRefusal(db, call.businessId, request.slug);
        throw error;
      }
    },
  };
}

/** Gives an early refusal. Whether the slug is free is decided by the unique index, when the flow is inserted. */
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
