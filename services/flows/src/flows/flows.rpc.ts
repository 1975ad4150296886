import { type Database, toListReply } from "@tenant-ops/kit/data";
import { requireAsPreviewed, type RpcHandlers, selectPresentFields } from "@tenant-ops/kit/rpc";
import { FlowPreviewSchema, type FlowsService, UpdateFlowRequestSchema } from "@tenant-ops/proto/flows";
import type { FlowsConfig } from "../config.js";
import { buildFlowUrl } from "../page/page-slugs.js";
import type { VisitorLimits } from "../limits/visitor-limits.js";
import { type LookUpTarget, lookUpFlowTargets } from "../targets/target-lookup.js";
import { buildChecklist, listOpenPoints } from "./checklist.rules.js";
import { createFlow, type FlowCreation, requireFreeSlug } from "./flow-creation.changes.js";
import { carryOutFlowUpdate, prepareFlowUpdate } from "./flow-update.changes.js";
import { toFlowPreview, toFlowReply, toFlowSummary, toFlowTotals, toReplaced } from "./flows.replies.js";
import { planFlow, planFlowUpdate, requireFlow, reviewFlow, reviewFlowUpdate, scaffoldNotice } from "./flows.rules.js";
import { findFlow, listFlows, readFlowTotals } from "./flows.store.js";
import { readSetUp } from "./set-up.reads.js";

interface FlowRpcContext {
  lookUpTarget: LookUpTarget;
  config: FlowsConfig;
  limits: VisitorLimits;
}

type FlowRpcs = Pick<RpcHandlers<typeof FlowsService>, "listFlows" | "getFlowStats" | "getFlowBySlug">;

/** Reads of the registration pages of a business. */
export function flowRpcs(db: Database, { lookUpTarget, config, limits }: FlowRpcContext): FlowRpcs {
  const { CONSOLE_URL: consoleUrl } = config;
  return {
    async listFlows({ limit, cursor }, call) {
      const page = await listFlows(db.scope(call), {}, { limit, cursor });
      return toListReply(page, (flow) => toFlowSummary(flow, { consoleUrl, businessId: call.businessId }));
    },

    getFlowStats: async (_request, call) => toFlowTotals(await readFlowTotals(db.scope(call))),

    async getFlowBySlug({ slug }, call) {
      const scope = db.scope(call);
      const flow = requireFlow(await findFlow(scope, slug), slug);
      const [targets, setUp] = await Promise.all([
        lookUpFlowTargets(lookUpTarget, call, flow),
        readSetUp(scope, flow, limits),
      ]);
      const checklist = buildChecklist(flow, targets, setUp).map(({ name, state, code, detail }) => ({
        name,
        state,
        code,
        detail,
      }));
      return { ...toFlowReply(flow, targets.main, { consoleUrl, businessId: call.businessId }), checklist };
    },
  };
}

type FlowCreationRpcs = Pick<RpcHandlers<typeof FlowsService>, "proposeCreateFlow" | "approveCreateFlow">;

export function flowCreationRpcs(creation: FlowCreation, consoleUrl: string): FlowCreationRpcs {
  const { db, lookUpTarget, allowHttpLoopback, quota } = creation;
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
    approveCreateFlow: (request, call) =>
      createFlow(creation, call, request, ({ _id: id, slug, ...settings }) => {
        const publicUrl = buildFlowUrl({ consoleUrl, businessId: call.businessId }, slug);
        return { id, slug, publicUrl, status: "created", message: scaffoldNotice(settings) };
      }),
  };
}

type FlowUpdateRpcs = Pick<RpcHandlers<typeof FlowsService>, "proposeUpdateFlow" | "approveUpdateFlow">;

export function flowUpdateRpcs(db: Database, { lookUpTarget, config, limits }: FlowRpcContext): FlowUpdateRpcs {
  const { CONSOLE_URL: consoleUrl, FLOW_ALLOW_HTTP_LOOPBACK: allowHttpLoopback } = config;
  return {
    async proposeUpdateFlow(request, call) {
      const scope = db.scope(call);
      const flow = requireFlow(await findFlow(scope, request.slug), request.slug);
      const plan = planFlowUpdate(selectPresentFields(UpdateFlowRequestSchema, request), flow, allowHttpLoopback);
      const { after, changed } = plan;
      // The target is only required to exist when the update sets the redirect.
      const newTarget = plan.changes.redirect && (await lookUpTarget(call, plan.changes.redirect));
      const goesOnline = changed.includes("isActive") && after.isActive;
      const known = { main: newTarget, ...(!goesOnline && { additional: [] }) };
      const targets = await lookUpFlowTargets(lookUpTarget, call, after, known);
      const openPoints = goesOnline
        ? listOpenPoints({ ...flow, ...after }, targets, await readSetUp(scope, after, limits))
        : undefined;
      const review = reviewFlowUpdate(plan, newTarget, openPoints);
      const urls = { consoleUrl, businessId: call.businessId };
      return {
        ...review,
        preview: {
          ...toFlowPreview(flow.slug, after, targets.main, urls),
          changes: changed,
          before: toReplaced(plan, flow),
        },
      };
    },

    async approveUpdateFlow(request, call) {
      const given = selectPresentFields(UpdateFlowRequestSchema, request);
      return db.transaction(call, async (scope) => {
        const update = await prepareFlowUpdate(scope, request.slug, given, { lookUpTarget, allowHttpLoopback });
        requireAsPreviewed(call, FlowPreviewSchema, { before: toReplaced(update.plan, update.before) });
        const { slug } = await carryOutFlowUpdate(scope, update);
        return { slug, updated: true };
      });
    },
  };
}
