import { type Call, requireScopes } from "@tenant-ops/kit/call";
import { toListReply } from "@tenant-ops/kit/data";
import { bindRoute, toRestList } from "@tenant-ops/kit/http";
import { defineNoun } from "@tenant-ops/kit/process";
import { selectPresentFields } from "@tenant-ops/kit/rpc";
import { FlowsService, type UpdateFlowRequest, UpdateFlowRequestSchema } from "@tenant-ops/proto/flows";
import * as routes from "@tenant-ops/rest/flows";
import { flowAudit } from "../audits.js";
import type { FlowsReads } from "../context.js";
import { buildFlowUrl } from "../page/page-slugs.js";
import type { RequestedRedirect } from "../redirects/redirects.rules.js";
import { lookUpFlowTargets } from "../targets/target-lookup.js";
import { untilDeleted } from "../retentions.js";
import {
  toFlowItem,
  toFlowPreview,
  toFlowReply,
  toFlowRestReply,
  toFlowSummary,
  toFlowTotals,
  toReplaced,
} from "./flows.replies.js";
import { scaffoldNotice } from "./flows.rules.js";
import { flowIndexes, listFlows, readFlowTotals } from "./flows.store.js";
import { loadFlow, readChecklist } from "./flows.reads.js";
import { createFlow, updateFlow } from "./flows.verbs.js";
import { slugIndexes } from "./slugs.store.js";

/** The registration pages of a business. */
export const flowPages = defineNoun({
  api: FlowsService,
  collections: {
    flows: { indexes: flowIndexes, retention: untilDeleted, personal: "Texts and settings of the business." },
    slugs: {
      indexes: slugIndexes,
      retention: untilDeleted,
      isShared: true,
      isInternal: true,
      personal: "Names of pages.",
    },
  },
  audits: [flowAudit],
  verbs: { createFlow, updateFlow },

  rpcs({ createFlow, updateFlow }, reads: FlowsReads) {
    const toUrls = createUrls(reads);
    return {
      async listFlows({ limit, cursor }, call) {
        const page = await listFlows(reads.scope(call), {}, { limit, cursor });
        return toListReply(page, (flow) => toFlowSummary(flow, toUrls(call)));
      },
      getFlowStats: async (_request, call) => toFlowTotals(await readFlowTotals(reads.scope(call))),
      async getFlowBySlug({ slug }, call) {
        const { flow, targets, steps } = await readChecklist(reads, call, slug);
        const checklist = steps.map(({ name, state, code, detail }) => ({ name, state, code, detail }));
        return { ...toFlowReply(flow, targets.main, toUrls(call)), checklist };
      },
      proposeCreateFlow: (request, call) =>
        createFlow.preview(call, request, ({ settings, targets }) =>
          toFlowPreview(request.slug, settings, targets.main, toUrls(call)),
        ),
      async approveCreateFlow(request, call) {
        const { flow } = await createFlow(call, request);
        const { _id: id, slug } = flow;
        const publicUrl = buildFlowUrl(toUrls(call), slug);
        return { id, slug, publicUrl, status: "created", message: scaffoldNotice(flow) };
      },
      proposeUpdateFlow: (request, call) =>
        updateFlow.preview(call, toUpdate(request), (plan, { targets }) => ({
          ...toFlowPreview(plan.before.slug, plan.after, targets.main, toUrls(call)),
          changes: plan.changed,
          before: toReplaced(plan, plan.before),
        })),
      async approveUpdateFlow(request, call) {
        const { flow } = await updateFlow(call, toUpdate(request));
        return { slug: flow.slug, updated: true };
      },
    };
  },

  http(app, { createFlow, updateFlow }, reads: FlowsReads) {
    const { scope, lookUpTarget } = reads;
    const toUrls = createUrls(reads);
    bindRoute(app, routes.listFlows, async ({ call, query: { isActive, campaign, search, ...page } }) =>
      toRestList(await listFlows(scope(call), { isActive, campaign, search }, page), (flow) =>
        toFlowItem(flow, toUrls(call)),
      ),
    );
    bindRoute(app, routes.getFlowStatistics, async ({ call }) => toFlowTotals(await readFlowTotals(scope(call))));
    bindRoute(app, routes.getFlow, async ({ call, params: { slug } }) => {
      const flow = await loadFlow(scope(call), slug);
      return toFlowRestReply(flow, await lookUpFlowTargets(lookUpTarget, call, flow), toUrls(call));
    });
    bindRoute(app, routes.getFlowChecklist, async ({ call, params: { slug } }) => {
      const { steps } = await readChecklist(reads, call, slug);
      const isComplete = !steps.some(({ state }) => state === "missing");
      return { slug, isComplete, steps };
    });
    bindRoute(app, routes.createFlow, async ({ call, body: { redirect, registrationFields = [], ...given } }) => {
      const request = { ...given, registrationFields, ...toRedirectFields(redirect) };
      const { flow, targets } = await createFlow(call, request);
      return toFlowRestReply(flow, targets, toUrls(call));
    });
    bindRoute(app, routes.updateFlow, async ({ call, params: { slug }, body: { redirect, ...settings } }) => {
      // It decides who confirms visitors: where the other way is not set up, nobody does.
      if (settings.authType !== undefined) requireScopes(call, ["settings:write"], "authType");
      const given = { ...settings, ...(redirect && toRedirectFields(redirect)) };
      const { flow, targets } = await updateFlow(call, { slug, given, showsTargets: true });
      return toFlowRestReply(flow, targets, toUrls(call));
    });
  },
});

const createUrls =
  ({ config: { CONSOLE_URL: consoleUrl } }: FlowsReads) =>
  ({ businessId }: Call) => ({ consoleUrl, businessId });

const toUpdate = (request: UpdateFlowRequest) => ({
  slug: request.slug,
  given: selectPresentFields(UpdateFlowRequestSchema, request),
});

/** A redirect as the rules take it, in the three parameters of the tools. */
function toRedirectFields({ type, targetId, url }: RequestedRedirect) {
  return { redirectType: type, redirectTargetId: targetId, redirectUrl: url };
}
