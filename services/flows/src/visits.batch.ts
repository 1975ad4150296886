import type { Call } from "@tenant-ops/kit/call";
import { type BatchedWrite, type Database, newId, type WriteScope } from "@tenant-ops/kit/data";
import { FlowRegistrationCompletedSchema } from "@tenant-ops/proto/flows";
import { addToTotals, chooseSlot } from "./campaign-totals.store.js";
import { computeCampaignId } from "./campaigns.rules.js";
import { addCounters, missingInTotals, sumByKey } from "./counters.rules.js";
import { incrementCounters } from "./flows.store.js";
import type { Counters } from "./flows.types.js";
import { insertRegistration } from "./registrations.store.js";
import type { Registration } from "./registrations.types.js";
import {
  selectCompletedVisitors,
  selectNewVisitors,
  stateAfter,
  sumIncrementsByFlow,
  toIncrements,
} from "./visits.rules.js";
import { findVisitorStates, insertVisitors, markCompleted } from "./visits.store.js";
import type { PageVisit, VisitorState, VisitPlan } from "./visits.types.js";

/** Counts a visit and stores its registration, if it has one. `registrationId` is empty without one. */
export type RecordVisit = (call: Call, visit: PageVisit) => Promise<{ registrationId: string }>;

export function createVisitRecorder(db: Database): RecordVisit {
  return db.batchPerBusiness(createVisitBatch(chooseSlot()));
}

type VisitBatch = BatchedWrite<PageVisit, Map<string, VisitorState>, VisitPlan, { registrationId: string }>;

/**
 * Visits of one flow change the same counters, often many at once (a link in a newsletter), so visits of one business share a
 * transaction (docs/decisions/0001-batched-writes.md).
 * @param slot the part of the campaigns' totals to which this process adds
 */
const createVisitBatch = (slot: number): VisitBatch => ({
  load: (scope, requests) =>
    findVisitorStates(
      scope,
      requests.flatMap(({ visitor }) => visitor?.id ?? []),
    ),

  decide(states, visit, scope) {
    const { visitor, registration: given } = visit;
    const stateBefore = (visitor && states.get(visitor.id)) ?? "unknown";
    // The next visit of this batch must see the new state.
    if (visitor) states.set(visitor.id, stateAfter(stateBefore, visit));
    const registration = given && { _id: newId("reg"), ...given, createdAt: scope.now };
    return { visit, stateBefore, increments: toIncrements(stateBefore, visit), ...(registration && { registration }) };
  },

  async write(planned) {
    const [first] = planned;
    if (!first) return;
    const plans = planned.map(({ plan }) => plan);
    // The counters come first, because another replica may change them too: a write conflict then costs no other work.
    await countVisits(first.scope, slot, plans);
    await insertVisitors(first.scope, selectNewVisitors(plans));
    await markCompleted(first.scope, selectCompletedVisitors(plans));
    for (const { scope, plan } of planned) {
      if (!plan.registration) continue;
      await insertRegistration(scope, plan.registration);
      await publishRegistration(scope, plan.registration);
    }
  },

  reply: ({ registration }) => ({ registrationId: registration?._id ?? "" }),
});

/** Adds the visits to the counters of their flows and to the totals of the flows' campaigns. */
async function countVisits(scope: WriteScope, slot: number, plans: readonly VisitPlan[]): Promise<void> {
  const added: [campaignId: string, counters: Counters][] = [];
  for (const [flowId, increments] of sumIncrementsByFlow(plans)) {
    const before = await incrementCounters(scope, flowId, increments);
    if (!before) continue;
    countForBusiness(scope, increments);
    if (before.campaign === "") continue;
    // More than the increments when a version that keeps no totals has counted visits of this flow.
    const missing = addCounters(missingInTotals(before), increments);
    added.push([computeCampaignId(scope.businessId, before.campaign), missing]);
  }
  await addToTotals(scope, slot, sumByKey(added));
}

/** Adds the visits of one flow to the counters of the day and to the totals. */
function countForBusiness(scope: WriteScope, { total, unique, completed }: Counters): void {
  const counts = { visits: total, uniqueVisits: unique, registrations: completed };
  for (const at of [scope.now, null]) scope.count({ subject: "", at, counts });
}

/** The event has ids and states only, no answers: those are personal data. */
async function publishRegistration(scope: WriteScope, registration: Registration): Promise<void> {
  const { _id: registrationId, flowId, slug, redirect, utm } = registration;
  await scope.publish(FlowRegistrationCompletedSchema, {
    registrationId,
    flowId,
    slug,
    redirectType: redirect.type,
    ...(redirect.targetId && { redirectTargetId: redirect.targetId }),
    ...(utm.campaign && { campaign: utm.campaign }),
  });
}
