import type { Call } from "@tenant-ops/kit/call";
import type { Scope } from "@tenant-ops/kit/data";
import type { FlowsReads } from "../context.js";
import { findRequiredProvider } from "../bank/bank-provider.store.js";
import { listNearlyUsed } from "../limits/usage.rules.js";
import { findUsage, type VisitorLimits } from "../limits/visitor-limits.js";
import { findProviders } from "../providers/providers.store.js";
import { lookUpFlowTargets } from "../targets/target-lookup.js";
import { buildChecklist, type SetUp } from "./checklist.rules.js";
import { type Flow, requireFlow } from "./flows.rules.js";
import { findFlow } from "./flows.store.js";

/** What the business has set up, as the checklist of this flow needs it. */
export async function readSetUp(
  scope: Scope,
  flow: Pick<Flow, "isBankProviderRequired">,
  limits: VisitorLimits,
): Promise<SetUp> {
  const [bankProvider, providers] = await Promise.all([findRequiredProvider(scope, flow), findProviders(scope)]);
  const ofVisitors = limits.ofBusiness(scope.businessId, providers?.whatsapp?.codesPerDayMax);
  const nearlyUsed = listNearlyUsed(ofVisitors, await findUsage(scope, ofVisitors), scope.now);
  return { isBankOn: bankProvider !== undefined, providers, nearlyUsed };
}

/** @throws Refusal flow_not_found */
export async function loadFlow(scope: Scope, slug: string): Promise<Flow> {
  return requireFlow(await findFlow(scope, slug), slug);
}

/** A flow with what is set up for it. @throws Refusal flow_not_found */
export async function readChecklist({ scope, lookUpTarget, signIn }: FlowsReads, call: Call, slug: string) {
  const reading = scope(call);
  const flow = await loadFlow(reading, slug);
  const [targets, setUp] = await Promise.all([
    lookUpFlowTargets(lookUpTarget, call, flow),
    readSetUp(reading, flow, signIn.limits),
  ]);
  return { flow, targets, steps: buildChecklist(flow, targets, setUp) };
}
