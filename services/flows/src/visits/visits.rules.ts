import type { CountChange, DimensionValues } from "@tenant-ops/kit/data";
import type { flows } from "@tenant-ops/rest/analytics";
import type { Counters, Flow } from "../flows/flows.rules.js";
import type {
  BankValidation,
  CountedVisitor,
  NewRegistration,
  Registration,
  UncountedReason,
} from "../registrations/registrations.rules.js";
import { refusalName, sourceName, stopName, type StopPlace, uncountedName } from "./stops.rules.js";
import { identities, type Identity, type Source } from "./sources.rules.js";
import type { UsageLimit } from "../limits/usage.rules.js";
import type { StepEvent } from "../registrations/registration-steps.rules.js";

/** A visitor opened a page, sent its form, or has done the last step of a registration. */
export interface PageVisit {
  flowId: string;
  /** The browser, or the person of a registration that is completed now. Absent for a bot, whose registration is stored and not counted. */
  visitor?: CountedVisitor;
  /** Who has sent the form with this browser. Absent without a registration. */
  personId?: string;
  /** Where an opened page was linked. */
  source?: Source;
  /** What the page has recognised the visitor by; absent for a registration and its completion, whose record says it. */
  identity?: Identity;
  /** The visitor has proved who they are and sees the form. */
  isProven?: true;
  /** What refused a try: where a form has something wrong, in the order of the page, or a proof or limit. */
  refusedAt?: readonly StopPlace[];
  /** Absent when no form was sent, or it was refused. */
  registration?: NewRegistration;
  /** What the registration uses of the limits of visitors. */
  limits?: readonly UsageLimit[];
  /** The sign-in whose proof the registration uses up; absent when nothing has to be proved. */
  signInId?: string;
  /** Absent when no registration is completed by a step after its form. */
  completion?: Completion;
}

/** An event that completes a pending registration. */
export interface Completion {
  registrationId: string;
  event: StepEvent;
  /** When the bank has decided. */
  bank?: BankValidation;
}

/** The plan of one visit. */
export interface VisitPlan {
  visit: PageVisit;
  increments: Counters;
  /** The visitor before and after the visit; both are absent for a bot, `before` for a new visitor. */
  before?: Visitor;
  after?: Visitor;
  /** The browser of a registration, when it changes: its visitor is counted under the id of the person from now on. */
  browser?: Visitor;
  /** Of a registration that is completed. */
  uncounted?: UncountedReason;
  /** To be inserted. */
  registration?: Registration;
  /** A registration that was pending until now. */
  completed?: Registration;
}

/** A browser or, after it has sent a form, a person, of one day. It expires together with the secret of that day, without which its id cannot be computed again. */
export interface Visitor {
  _id: string;
  flowId: string;
  place: StopPlace;
  /** Where the visitor came from, when counted. */
  source: Source;
  /** The strongest until the registration. */
  identity: Identity;
  /** Of the flow, when the visitor was counted; absent while that is not known, and for a visitor who was not counted for analytics. */
  campaign?: string;
  /** When the visitor was counted. */
  countedAt: Date;
  /**
   * A browser that has sent a form. Its visitor is counted under the id of the person, and the next person with this browser is a further visitor.
   * `reopened`: it has shown the page again since, which was counted as a visit.
   */
  form?: "sent" | "reopened";
  expiresAt: Date;
}

export const noCounters: Counters = { total: 0, unique: 0, completed: 0 };

export function readCounters(flow: Pick<Flow, "totalVisitCount" | "uniqueVisitCount" | "completedCount">): Counters {
  return { total: flow.totalVisitCount, unique: flow.uniqueVisitCount, completed: flow.completedCount };
}

function addCounters(one: Counters, other: Counters): Counters {
  return {
    total: one.total + other.total,
    unique: one.unique + other.unique,
    completed: one.completed + other.completed,
  };
}

export function negateCounters({ total, unique, completed }: Counters): Counters {
  return { total: -total, unique: -unique, completed: -completed };
}

/** Sums per key. */
export function sumByKey(entries: Iterable<readonly [key: string, counters: Counters]>): Map<string, Counters> {
  const sums = new Map<string, Counters>();
  for (const [key, counters] of entries) sums.set(key, addCounters(sums.get(key) ?? noCounters, counters));
  return sums;
}

/** Who a visit is of, and what it adds. @param visitors browsers and persons that are known, by id */
export function planVisit(
  visitors: ReadonlyMap<string, Visitor>,
  visit: PageVisit,
  now: Date,
): Pick<VisitPlan, "increments" | "before" | "after" | "browser" | "uncounted"> {
  const { visitor, personId } = visit;
  const own = visitor && visitors.get(visitor.id);
  const known = personId === undefined ? own : visitors.get(personId);
  // The first person of a browser is the visitor that was counted when it opened the page.
  const before = known ?? (own?.form ? undefined : own);
  const planned = planVisitor(before, { ...visit, source: visit.source ?? own?.source ?? "other" }, now);
  const after = planned && { ...planned, _id: personId ?? planned._id };
  const counted = toIncrements(before, visit);
  const isOpenCounted = !before && own?.form === "reopened";
  const increments = isOpenCounted ? { ...counted, total: 0 } : counted;
  const isNewPerson = personId !== undefined && !known;
  const browser = isNewPerson && visitor && after && { ...(own ?? after), _id: visitor.id, form: "sent" as const };
  const uncounted = isCompletion(visit) && counted.completed === 0 ? (visitor ? "repeated" : "automatic") : undefined;
  return {
    increments,
    ...(before && { before }),
    ...(after && { after }),
    ...(browser && { browser }),
    ...(uncounted && { uncounted }),
  };
}

/**
 * A form without a counted visit (the page was opened before midnight, or from another address) counts as a visit too. Every completion then belongs
 * to a unique visit and every unique visit to a visit, so completed ≤ unique ≤ total.
 */
export function toIncrements(before: Visitor | undefined, visit: PageVisit): Counters {
  if (!visit.visitor) return noCounters;
  const isNew = before ? 0 : 1;
  const completed = isCompletion(visit) && before?.place !== "registered" ? 1 : 0;
  return { total: isOpening(visit) ? 1 : isNew, unique: isNew, completed };
}

const isOpening = ({ registration, completion, refusedAt, isProven }: PageVisit): boolean =>
  !registration && !completion && !refusedAt && !isProven;

/** The visitor after a visit; undefined for a bot. */
export function planVisitor(
  before: Visitor | undefined,
  visit: PageVisit & Required<Pick<PageVisit, "source">>,
  now: Date,
): Visitor | undefined {
  const { visitor, flowId } = visit;
  if (!visitor) return undefined;
  if (before?.form) return isOpening(visit) ? { ...before, form: "reopened" } : before;
  const { id: _id, expiresAt } = visitor;
  const place = moveTo(before?.place, visit);
  const identity = moveIdentity(before, visit);
  if (!before) return { _id, flowId, place, source: visit.source, identity, countedAt: now, expiresAt };
  // The visitor of a pending registration is kept until it can be completed.
  const isKept = visit.registration?.state === "pending" && expiresAt > before.expiresAt;
  return { ...before, place, identity, ...(isKept && { expiresAt }) };
}

/** A registration stays under the identity with which it was counted, so that there are never more of them than visitors. */
function moveIdentity(before: Visitor | undefined, { identity = "neither" }: PageVisit): Identity {
  if (!before) return identity;
  const isStronger = identities.indexOf(identity) > identities.indexOf(before.identity);
  return isStronger && before.place !== "registered" ? identity : before.identity;
}

/** What the visitor of a registration was recognised by. */
export const identifyRegistration = ({ proof, access }: Pick<Registration, "proof" | "access">): Identity =>
  proof ? "proof" : access ? "cookie" : "neither";

/** A visitor never goes back, except from one refused try to another. */
function moveTo(before: StopPlace = "opened", visit: PageVisit): StopPlace {
  if (before === "registered" || isCompletion(visit)) return "registered";
  if (before === "unfinished" || visit.registration) return "unfinished";
  const [refused] = visit.refusedAt ?? [];
  if (refused) return refused;
  return visit.isProven && (before === "opened" || before === "proof") ? "proved" : before;
}

/** Where a form has something wrong, in the order of the page. */
export function listRefusedPlaces(
  problems: ReadonlyMap<string, unknown>,
  notAccepted: ReadonlySet<unknown>,
): StopPlace[] {
  return [
    ...[...problems.keys()].map((value) => `q_${value}` as const),
    ...(notAccepted.size > 0 ? ["documents" as const] : []),
  ];
}

/** Whether a visit completes a registration, by its form or by a later step. */
function isCompletion({ registration, completion }: PageVisit): boolean {
  return registration?.state === "completed" || completion !== undefined;
}

/**
 * What a visit adds to the counters of its flow. Each visitor is counted at one place, on the day on which they were counted as a visitor: the places
 * of a day add up to its visitors.
 */
export function listFlowCounts({ visit, increments, before, after, uncounted }: VisitPlan, now: Date): CountChange[] {
  const { flowId: subject, source, refusedAt = [] } = visit;
  const notCounted = uncounted ? [{ subject, at: now, counts: { [uncountedName(uncounted)]: 1 } }] : [];
  if (!after) return notCounted;
  const moved = new Map<string, number>();
  if (before) moved.set(stopName(before.place), -1);
  moved.set(stopName(after.place), (moved.get(stopName(after.place)) ?? 0) + 1);
  const { total, unique, completed } = increments;
  return [
    ...notCounted,
    { subject, at: after.countedAt, counts: Object.fromEntries(moved) },
    {
      subject,
      at: now,
      counts: {
        visits: total,
        uniqueVisits: unique,
        registrations: completed,
        ...(!before && source && { [sourceName(source)]: 1 }),
        ...(refusedAt.length > 0 && { refusedTries: 1 }),
        ...Object.fromEntries(refusedAt.map((place) => [refusalName(place), 1])),
      },
    },
  ];
}

/** An increment of the counters of analytics. */
export interface DimensionCounts {
  values: DimensionValues<(typeof flows)["dimensions"][number]>;
  at: Date;
  counts: Partial<Record<(typeof flows)["counters"][number], number>>;
}

/**
 * What a visit adds to the counters of analytics. A visit and a registration count under the identity that was known by then. A visitor counts under the
 * strongest one, and moves to it on the day on which they were counted.
 * @param campaign of the flow now; undefined when the flow does not exist any more, or nothing else is counted
 */
export function listDimensionCounts(
  { visit: { flowId: flow }, before, after, increments }: VisitPlan,
  campaign: string | undefined,
  now: Date,
): DimensionCounts[] {
  if (!after) return [];
  const { source, identity } = after;
  const { total: visits, unique: uniqueVisits, completed: registrations } = increments;
  const changes: DimensionCounts[] = [];
  const countedIn = before?.campaign ?? campaign;
  if (before && before.identity !== identity && countedIn !== undefined)
    for (const [moved, by] of [
      [before.identity, -1],
      [identity, 1],
    ] as const) {
      const values = { flow, campaign: countedIn, source, identity: moved };
      changes.push({ values, at: before.countedAt, counts: { uniqueVisits: by } });
    }
  if (campaign !== undefined && visits + uniqueVisits + registrations > 0)
    changes.push({
      values: { flow, campaign, source, identity },
      at: now,
      counts: { visits, uniqueVisits, registrations },
    });
  return changes;
}

/** The increments per flow id, without flows whose counters do not change. */
export function sumIncrementsByFlow(plans: readonly VisitPlan[]): Map<string, Counters> {
  const sums = sumByKey(plans.map(({ visit, increments }) => [visit.flowId, increments] as const));
  return new Map([...sums].filter(([, { total, unique, completed }]) => total + unique + completed > 0));
}

/** The visitors to write at the end of a batch. @param known those that are stored */
export function selectChangedVisitors(
  plans: readonly VisitPlan[],
  known: ReadonlySet<string>,
): { added: Visitor[]; changed: Visitor[] } {
  const changes = plans.flatMap(({ before, after, browser }) => [
    ...(after && JSON.stringify(before) !== JSON.stringify(after) ? [after] : []),
    ...(browser ? [browser] : []),
  ]);
  const last = [...new Map(changes.map((visitor) => [visitor._id, visitor])).values()];
  return {
    added: last.filter(({ _id }) => !known.has(_id)),
    changed: last.filter(({ _id }) => known.has(_id)),
  };
}
