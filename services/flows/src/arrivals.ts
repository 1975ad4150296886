import type { Call } from "@tenant-ops/kit/call";
import type { Database, PlannedItem, Scope, WriteScope } from "@tenant-ops/kit/data";
import { FlowRegistrationCompletedSchema } from "@tenant-ops/proto/flows";
import { countVisitors } from "./flows.store.js";
import { aRegistration, insertRegistration, type NewRegistration, type Registration } from "./registrations.store.js";
import { type Count, countArrival, type Known } from "./visits.rules.js";
import { findVisitors, insertVisitors, markCompleted, type Visitor } from "./visits.store.js";

/** Somebody opened a page, or sent its form. */
export interface Arrival {
  flowId: string;
  /** Absent for a program: what it registers is stored and not counted. */
  visitor?: { id: string; expiresAt: Date };
  /** Absent for a look at the page. */
  registration?: NewRegistration;
}

interface Plan {
  arrival: Arrival;
  count: Count;
  before: Known;
  registration?: Registration;
}

export interface Recorded {
  registrationId: string;
}

export type RecordArrival = (call: Call, arrival: Arrival) => Promise<Recorded>;

/**
 * Visits and registrations change the same few counters, often many at once (a link in a newsletter). They travel in batches:
 * visitors, counters, registrations and events of a batch become true together or not at all.
 */
export function arrivalRecorder(db: Database): RecordArrival {
  return db.batchPerBusiness<Arrival, Map<string, Known>, Plan, Recorded>({
    load: async (scope, arrivals) => {
      const ids = new Set(arrivals.flatMap(({ visitor }) => visitor?.id ?? []));
      const found = await findVisitors(scope, [...ids]);
      return new Map(found.map(({ _id, hasCompleted }) => [_id, hasCompleted ? "completed" : "visited"]));
    },
    decide,
    write,
    reply: ({ registration }) => ({ registrationId: registration?._id ?? "" }),
  });
}

function decide(known: Map<string, Known>, arrival: Arrival, scope: Scope): Plan {
  const { visitor, registration: given } = arrival;
  const registration = given && aRegistration(scope, given);
  const before = (visitor && known.get(visitor.id)) ?? "unknown";
  const count = visitor ? countArrival(before, given !== undefined) : { total: 0, unique: 0, completed: 0 };
  if (visitor) known.set(visitor.id, given || before === "completed" ? "completed" : "visited");
  return { arrival, count, before, ...(registration && { registration }) };
}

async function write(planned: readonly PlannedItem<Plan>[]): Promise<void> {
  const [first] = planned;
  if (!first) return;
  const plans = planned.map(({ plan }) => plan);
  // The counters first: they are what another replica may be changing too, and a conflict is then found before any other work.
  for (const [flowId, count] of sumByFlow(plans)) await countVisitors(first.scope, flowId, count);
  await insertVisitors(first.scope, newVisitors(plans));
  await markCompleted(first.scope, completedVisitors(plans));
  for (const { scope, plan } of planned) if (plan.registration) await announce(scope, plan.registration);
}

function sumByFlow(plans: readonly Plan[]): Map<string, Count> {
  const sums = new Map<string, Count>();
  for (const { arrival, count } of plans) {
    const { total, unique, completed } = sums.get(arrival.flowId) ?? { total: 0, unique: 0, completed: 0 };
    const sum = { total: total + count.total, unique: unique + count.unique, completed: completed + count.completed };
    if (sum.total + sum.unique + sum.completed > 0) sums.set(arrival.flowId, sum);
  }
  return sums;
}

function newVisitors(plans: readonly Plan[]): Visitor[] {
  return plans.flatMap(({ arrival: { flowId, visitor }, before, count }) =>
    visitor && before === "unknown"
      ? [{ _id: visitor.id, flowId, hasCompleted: count.completed > 0, expiresAt: visitor.expiresAt }]
      : [],
  );
}

function completedVisitors(plans: readonly Plan[]): string[] {
  return plans.flatMap(({ arrival: { visitor }, before, count }) =>
    visitor && before === "visited" && count.completed > 0 ? [visitor.id] : [],
  );
}

/** Ids and states only: what people entered stays in the registration. */
async function announce(scope: WriteScope, registration: Registration): Promise<void> {
  await insertRegistration(scope, registration);
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
