import type { Call } from "@tenant-ops/kit/call";
import { type Database, isDuplicateKeyError, type Scope, toListReply } from "@tenant-ops/kit/data";
import { toRefusal, notFound } from "@tenant-ops/kit/errors";
import type { RpcHandlers } from "@tenant-ops/kit/rpc";
import type { FlowsService } from "@tenant-ops/proto/flows";
import type { FlowsConfig } from "./config.js";
import { type FlowPresenter, presenterOf, type SeenTarget } from "./flows.answers.js";
import { conversionRate, planFlow, planUpdate, scaffoldNotice, settingWarnings } from "./flows.rules.js";
import { changeFlow, type Flow, findFlow, insertFlow, listFlows, sumFlows } from "./flows.store.js";
import type { AskTarget } from "./redirects.js";
import { requireTarget } from "./redirects.rules.js";
import { refuseTaken, takenSlug } from "./slugs.store.js";

/** The business's registration pages. */
export function flowRpcs(db: Database, askTarget: AskTarget, config: FlowsConfig): RpcHandlers<typeof FlowsService> {
  const options = { allowHttpLoopback: config.FLOW_ALLOW_HTTP_LOOPBACK };
  const show: FlowPresenter = presenterOf(config.CONSOLE_URL);

  return {
    async listFlows({ limit, cursor }, call) {
      return toListReply(await listFlows(db.scope(call), { limit, cursor }), show.summary);
    },

    async getFlowStats(_request, call) {
      const totals = await sumFlows(db.scope(call));
      const { totalFlows, activeFlows, totalCompletions, uniqueVisits } = totals;
      const rate = conversionRate(totalCompletions, uniqueVisits);
      return { ...totals, inactiveFlows: totalFlows - activeFlows, conversionRate: rate };
    },

    async getFlowBySlug({ slug }, call) {
      const flow = await existing(db.scope(call), slug);
      return show.flow(flow, await targetNow(askTarget, call, flow));
    },

    async proposeCreateFlow(request, call) {
      const settings = planFlow(request, options);
      await refuseTaken(db, request.slug);
      const target = await askTarget(call, settings.redirect);
      const warnings = [...requireTarget(settings.redirect, target), ...settingWarnings(settings)];
      return {
        preview: show.preview(request.slug, settings, target),
        checks: [
          check("slug_is_free", "No flow has this slug. It is not reserved until you approve."),
          targetCheck(settings),
        ],
        warnings,
      };
    },

    // Approving makes the plan again: the slug may have been taken and the target deleted since the preview was shown.
    async approveCreateFlow(request, call) {
      try {
        return await db.transaction(call, async (scope) => {
          const settings = planFlow(request, options);
          await refuseTaken(db, request.slug);
          requireTarget(settings.redirect, await askTarget(call, settings.redirect));
          const { _id: id, slug } = await insertFlow(scope, request.slug, settings);
          return { id, slug, publicUrl: show.publicUrl(slug), status: "created", message: scaffoldNotice(settings) };
        });
      } catch (error) {
        // Somebody took the slug between our look and our insert.
        if (isDuplicateKeyError(error, "_id")) throw await takenSlug(db, request.slug);
        throw error;
      }
    },

    async proposeUpdateFlow(request, call) {
      const flow = await existing(db.scope(call), request.slug);
      const { changes, changed, after } = planUpdate(request, flow, options);
      const checks = [check("flow_exists", "The flow belongs to this business.")];
      const warnings = settingWarnings(after);
      let target: SeenTarget;
      if (changes.redirect) {
        const found = await askTarget(call, changes.redirect);
        warnings.push(...requireTarget(changes.redirect, found));
        checks.push(targetCheck(after));
        target = found;
      } else target = await targetNow(askTarget, call, flow);
      if (changed.length === 0) warnings.push("Everything is as given already; approving changes nothing.");
      return { preview: { ...show.preview(flow.slug, after, target), changes: changed }, checks, warnings };
    },

    async approveUpdateFlow(request, call) {
      return db.transaction(call, async (scope) => {
        const flow = await existing(scope, request.slug);
        const { changes, changed } = planUpdate(request, flow, options);
        if (changes.redirect) requireTarget(changes.redirect, await askTarget(call, changes.redirect));
        if (changed.length > 0) await changeFlow(scope, flow._id, changes);
        return { slug: flow.slug, updated: true };
      });
    },
  };
}

async function existing(scope: Scope, slug: string): Promise<Flow> {
  const flow = await findFlow(scope, slug);
  if (!flow) throw notFound("flow", slug, { listWith: "flows_list_flows" });
  return flow;
}

/** Reading a flow does not fail because a neighbour is away; the answer says that its target could not be asked. */
async function targetNow(askTarget: AskTarget, call: Call, { redirect }: Flow): Promise<SeenTarget> {
  try {
    return await askTarget(call, redirect);
  } catch (error) {
    if (toRefusal(error).code !== "service_unavailable") throw error;
    return { status: "unknown", url: "" };
  }
}

const check = (name: string, detail: string) => ({ name, ok: true, detail });

function targetCheck({ redirect }: { redirect: { type: string } }) {
  const isUrl = redirect.type === "url";
  return check("redirect_target", isUrl ? "Visitors may be sent to this address." : `The ${redirect.type} exists.`);
}
