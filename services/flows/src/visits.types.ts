import type { Counters } from "./flows.types.js";
import type { NewRegistration, Registration } from "./registrations.types.js";

/** A visitor opened a page or sent its form. */
export interface PageVisit {
  flowId: string;
  /** Absent for a bot, whose registration is stored and not counted. */
  visitor?: { id: string; expiresAt: Date };
  /** Absent when the page was only opened. */
  registration?: NewRegistration;
}

/** What is known about a visitor of today. */
export type VisitorState = "unknown" | "visited" | "completed";

/** What a visit adds to the counters of its flow. */
export type CounterIncrements = Counters;

/** What one visit writes. */
export interface VisitPlan {
  visit: PageVisit;
  increments: CounterIncrements;
  stateBefore: VisitorState;
  registration?: Registration;
}

/** One visitor of one day. It expires together with the secret of that day, without which its id cannot be computed again. */
export interface Visitor {
  _id: string;
  flowId: string;
  hasCompleted: boolean;
  expiresAt: Date;
}
