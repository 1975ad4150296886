import { newId, toPersonWords, type WriteScope } from "@tenant-ops/kit/data";
import { defineBatchedVerb } from "@tenant-ops/kit/verbs";
import { flows } from "@tenant-ops/rest/analytics";
import { addToTotals, chooseSlot } from "../campaigns/campaigns.store.js";
import { computeCampaignId } from "../campaigns/campaigns.rules.js";
import { incrementCounters } from "../flows/flows.store.js";
import type { Counters } from "../flows/flows.rules.js";
import type { FlowsContext } from "../context.js";
import { type PlannedUse, planUse } from "../limits/usage.rules.js";
import { findUsage, requireUse, storeUse } from "../limits/visitor-limits.js";
import { addRegistration, completeRegistration } from "../registrations/registrations.verbs.js";
import { planNextStage, requirePending } from "../registrations/registration-steps.rules.js";
import { findRegistrations } from "../registrations/registrations.store.js";
import type { CountedUnder, Registration, UncountedReason } from "../registrations/registrations.rules.js";
import { type Proof, requireUnusedProof, type SignIn } from "../sign-in/sign-ins.rules.js";
import { findSignIns, markUsed } from "../sign-in/sign-ins.store.js";
import {
  identifyRegistration,
  listDimensionCounts,
  listFlowCounts,
  type PageVisit,
  planVisit,
  selectChangedVisitors,
  sumByKey,
  sumIncrementsByFlow,
  type Visitor,
  type VisitPlan,
} from "./visits.rules.js";
import { findVisitors, insertVisitors, updateVisitors } from "./visits.store.js";

/** `registrationId` is empty for a visit without a registration. */
export type RecordVisit = ReturnType<typeof recordVisit>;

/** With the ids of the visitors that are stored, and what is used of the limits of visitors. */
type BatchedVisit = VisitPlan & { stored: ReadonlySet<string>; use: PlannedUse };

/**
 * Counts a visit, and stores or completes its registration, if it has one. Visits of one flow change the same counters, often many at once (a link in a
 * newsletter), so visits of one business share a transaction (docs/decisions/0001-batched-writes.md).
 */
export const recordVisit = defineBatchedVerb(
  ({ signIn: { metrics } }: Pick<FlowsContext, "db" | "config" | "signIn">) => {
    // The part of the campaigns' totals to which this process adds.
    const slot = chooseSlot();
    return {
      async load(scope, requests: readonly PageVisit[]) {
        const visitorIds = requests.flatMap(({ visitor, personId }) => [visitor?.id ?? [], personId ?? []].flat());
        const registrationIds = requests.flatMap(({ completion }) => completion?.registrationId ?? []);
        const signInIds = requests.flatMap(({ signInId }) => signInId ?? []);
        const usedLimits = requests.flatMap(({ limits = [] }) => limits);
        const visitors = await findVisitors(scope, visitorIds);
        return {
          visitors,
          stored: new Set(visitors.keys()),
          // Those that the visits complete.
          registrations: await findRegistrations(scope, registrationIds),
          signIns: await findSignIns(scope, signInIds),
          usage: await findUsage(scope, usedLimits),
        };
      },

      // It has no preview, and its plan depends on the time of the transaction.
      select: (_visit, state) => state,
      plan: (visit) => visit,

      change(visit, { visitors, stored, registrations, signIns, usage }, _state, scope): BatchedVisit {
        const { registration: given, limits = [] } = visit;
        const use = planUse(usage, limits, scope.now);
        requireUse(use);
        const proof = useProof(signIns, visit, scope);
        const registered = given ? { ...given, ...(proof && { proof }) } : findCompleted(registrations, visit);
        const identified = registered ? { ...visit, identity: identifyRegistration(registered) } : visit;
        const counted = planVisit(visitors, identified, scope.now);
        const { after, browser, uncounted } = counted;
        const completed = planCompletion(registrations, visit, { now: scope.now, uncounted });
        // The next visit of this batch must see the changes.
        for (const used of use.used) usage.set(used._id, used);
        for (const changed of [after, browser]) if (changed) visitors.set(changed._id, changed);
        const proven = given && proof && { proof, words: [...new Set([...given.words, ...toPersonWords(proof)])] };
        const more = { ...proven, ...(uncounted && { uncounted }) };
        const registration = given && { _id: newId("reg"), ...given, ...more, createdAt: scope.now };
        return {
          visit,
          stored,
          use,
          ...counted,
          ...(registration && { registration }),
          ...(completed && { completed }),
        };
      },

      async write(planned) {
        const [first] = planned;
        if (!first) return;
        const plans = planned.map(({ plan }) => plan);
        // The counters first, because another replica may change them too: the earlier a write conflict, the less work is repeated.
        const campaigns = await countVisits(first.scope, slot, plans);
        await storeUse(
          first.scope,
          plans.map(({ use }) => use),
          metrics,
        );
        const { added, changed } = selectChangedVisitors(plans, first.plan.stored);
        await insertVisitors(
          first.scope,
          added.map((visitor) => ({ ...pickCampaign(campaigns, visitor), ...visitor })),
        );
        await updateVisitors(first.scope, changed);
        const usedSignInIds = plans.flatMap(({ visit }) => visit.signInId ?? []);
        await markUsed(first.scope, usedSignInIds);
        for (const { scope, plan } of planned)
          await writeRegistration(scope, plan, toCountedUnder(plan, campaigns, first.scope.now));
      },

      reply: ({ registration, completed }) => ({ registrationId: (registration ?? completed)?._id ?? "" }),
    };
  },
);

/** The unused proof of a registration. @throws Refusal visitor_proof_used */
function useProof(signIns: Map<string, SignIn>, { signInId }: PageVisit, { now }: WriteScope): Proof | undefined {
  if (signInId === undefined) return undefined;
  const signIn = signIns.get(signInId);
  const proof = requireUnusedProof(signIn, now);
  // The next registration of this batch must find the proof used.
  if (signIn) signIns.set(signInId, { ...signIn, usedAt: now });
  return proof;
}

const findCompleted = (registrations: ReadonlyMap<string, Registration>, { completion }: PageVisit) =>
  completion && registrations.get(completion.registrationId);

/**
 * The registration that a visit completes, as it is afterwards.
 * @throws Refusal registration_not_pending
 */
function planCompletion(
  registrations: Map<string, Registration>,
  { completion }: PageVisit,
  { now: completedAt, uncounted }: { now: Date; uncounted: UncountedReason | undefined },
): Registration | undefined {
  if (!completion) return undefined;
  const { registrationId, event, bank } = completion;
  const registration = requirePending(registrations.get(registrationId), event);
  if (planNextStage(registration, event)?.state !== "completed") throw new Error(`${event} does not complete it`);
  const state = "completed" as const;
  const completed = { ...registration, ...(bank && { bank }), state, completedAt, ...(uncounted && { uncounted }) };
  registrations.set(registrationId, completed);
  return completed;
}

async function writeRegistration(
  scope: WriteScope,
  { visit, registration, completed }: VisitPlan,
  counted: CountedUnder | undefined,
): Promise<void> {
  const more = counted && { counted };
  if (registration) await addRegistration(scope, { ...registration, ...more });
  if (completed && visit.completion)
    await completeRegistration(scope, { ...completed, ...more }, visit.completion.event);
}

/** The campaigns of flows whose counters have changed, by the id of the flow. */
type Campaigns = ReadonlyMap<string, string>;

function pickCampaign(campaigns: Campaigns, { flowId }: Visitor): Pick<Visitor, "campaign"> {
  const campaign = campaigns.get(flowId);
  return campaign === undefined ? {} : { campaign };
}

/** @returns undefined for a registration that is not counted */
function toCountedUnder(
  { visit, after, increments }: VisitPlan,
  campaigns: Campaigns,
  at: Date,
): CountedUnder | undefined {
  const campaign = campaigns.get(visit.flowId);
  if (!after || campaign === undefined || increments.completed === 0) return undefined;
  return { at, campaign, source: after.source, identity: after.identity };
}

/** Adds the visits to the counters of their flows and to the totals of the flows' campaigns. */
async function countVisits(scope: WriteScope, slot: number, plans: readonly VisitPlan[]): Promise<Campaigns> {
  const added: [campaignId: string, counters: Counters][] = [];
  const campaigns = new Map<string, string>();
  for (const [flowId, increments] of sumIncrementsByFlow(plans)) {
    const flow = await incrementCounters(scope, flowId, increments);
    if (!flow) continue;
    countForBusiness(scope, increments);
    campaigns.set(flowId, flow.campaign);
    if (flow.campaign !== "") added.push([computeCampaignId(scope.businessId, flow.campaign), increments]);
  }
  await addToTotals(scope, slot, sumByKey(added));
  for (const plan of plans) {
    for (const change of listFlowCounts(plan, scope.now)) scope.count(change);
    for (const { values, at, counts } of listDimensionCounts(plan, campaigns.get(plan.visit.flowId), scope.now))
      scope.countIn(flows, values, at, counts);
  }
  return campaigns;
}

/** Adds the visits of one flow to the counters of the day and to the totals. */
function countForBusiness(scope: WriteScope, { total, unique, completed }: Counters): void {
  const counts = { visits: total, uniqueVisits: unique, registrations: completed };
  for (const at of [scope.now, null]) scope.count({ subject: "", at, counts });
}
