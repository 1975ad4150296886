import { requireScopes } from "@tenant-ops/kit/call";
import { bindRoute, toRestList } from "@tenant-ops/kit/http";
import {
  createFlow as createFlowRoute,
  getFlow,
  getFlowChecklist,
  getFlowStatistics,
  listFlows as listFlowsRoute,
  updateFlow,
} from "@tenant-ops/rest/flows";
import type { FastifyInstance } from "fastify";
import type { VisitorLimits } from "../limits/visitor-limits.js";
import { buildChecklist } from "./checklist.rules.js";
import type { FlowUrlContext } from "../page/page-slugs.js";
import { createFlow, type FlowCreation } from "./flow-creation.changes.js";
import { carryOutFlowUpdate, prepareFlowUpdate } from "./flow-update.changes.js";
import { toFlowItem, toFlowRestReply, toFlowTotals } from "./flows.replies.js";
import { requireFlow } from "./flows.rules.js";
import { findFlow, listFlows, readFlowTotals } from "./flows.store.js";
import { readSetUp } from "./set-up.reads.js";
import type { RequestedRedirect } from "../redirects/redirects.rules.js";
import { lookUpFlowTargets } from "../targets/target-lookup.js";

/** REST routes of the registration pages of a business. */
export function flowHttp(
  app: FastifyInstance,
  creation: FlowCreation,
  { consoleUrl, limits }: { consoleUrl: string; limits: VisitorLimits },
): void {
  const { db, lookUpTarget } = creation;
  const toUrls = ({ businessId }: { businessId: string }): FlowUrlContext => ({ consoleUrl, businessId });

  bindRoute(app, listFlowsRoute, async ({ call, query: { isActive, campaign, search, ...page } }) =>
    toRestList(await listFlows(db.scope(call), { isActive, campaign, search }, page), (flow) =>
      toFlowItem(flow, toUrls(call)),
    ),
  );

  bindRoute(app, getFlowStatistics, async ({ call }) => toFlowTotals(await readFlowTotals(db.scope(call))));

  bindRoute(app, getFlow, async ({ call, params: { slug } }) => {
    const flow = requireFlow(await findFlow(db.scope(call), slug), slug);
    return toFlowRestReply(flow, await lookUpFlowTargets(lookUpTarget, call, flow), toUrls(call));
  });

  bindRoute(app, getFlowChecklist, async ({ call, params: { slug } }) => {
    const scope = db.scope(call);
    const flow = requireFlow(await findFlow(scope, slug), slug);
    const [targets, setUp] = await Promise.all([
      lookUpFlowTargets(lookUpTarget, call, flow),
      readSetUp(scope, flow, limits),
    ]);
    const steps = buildChecklist(flow, targets, setUp);
    const isComplete = !steps.some(({ state }) => state === "missing");
    return { slug, isComplete, steps };
  });

  bindRoute(app, createFlowRoute, ({ call, body: { redirect, registrationFields = [], ...given } }) =>
    createFlow(creation, call, { ...given, registrationFields, ...toRedirectFields(redirect) }, (flow, targets) =>
      toFlowRestReply(flow, targets, toUrls(call)),
    ),
  );

  bindRoute(app, updateFlow, async ({ call, params: { slug }, body: { redirect, ...given } }) => {
    // It decides who confirms visitors: where the other way is not set up, nobody does.
    if (given.authType !== undefined) requireScopes(call, ["settings:write"], "authType");
    return db.transaction(call, async (scope) => {
      const changes = { ...given, ...(redirect && toRedirectFields(redirect)) };
      const update = await prepareFlowUpdate(scope, slug, changes, creation);
      const { newTarget: main, newAdditionalTargets: additional, plan } = update;
      // Looked up before the transaction: a service that does not answer would otherwise delay the visits of this flow.
      const targets = await lookUpFlowTargets(lookUpTarget, call, plan.after, { main, additional });
      return toFlowRestReply(await carryOutFlowUpdate(scope, update), targets, toUrls(call));
    });
  });
}

/** A redirect as the rules take it, in the three parameters of the tools. */
function toRedirectFields({ type, targetId, url }: RequestedRedirect) {
  return { redirectType: type, redirectTargetId: targetId, redirectUrl: url };
}
