import type { RpcHandlers } from "@tenant-ops/kit/rpc";
import type { FlowsService } from "@tenant-ops/proto/flows";
import { buildFlowUrl } from "../console-urls.js";
import { createFlow, type FlowCreation, requireFreeSlug } from "./flow-creation.changes.js";
import { toFlowPreview } from "./flows.replies.js";
import { planFlow, reviewFlow, scaffoldNotice } from "./flows.rules.js";

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
