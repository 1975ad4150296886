import type { Counters } from "../flows/flows.types.js";
import type {
  BankValidation,
  CountedVisitor,
  NewRegistration,
  Registration,
} from "../registrations/registrations.types.js";
import type { StepEvent } from "../registrations/registration-steps.rules.js";

/** A visitor opened a page, sent its form, or has done the last step of a registration. */
export interface PageVisit {
  flowId: string;
  /** Absent for a bot, whose registration is stored and not counted. */
  visitor?: CountedVisitor;
  /** Absent when no form was sent. */
  registration?: NewRegistration;
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

/** The state of a visitor of today. */
export type VisitorState = "unknown" | "visited" | "completed";

/** The increments of a visit for the counters of its flow. */
export type CounterIncrements = Counters;

/** The plan of one visit. */
export interface VisitPlan {
  visit: PageVisit;
  increments: CounterIncrements;
  stateBefore: VisitorState;
  /** To be inserted. */
  registration?: Registration;
  /** A registration that was pending until now. */
  completed?: Registration;
}

/** One visitor of one day. It expires together with the secret of that day, without which its id cannot be computed again. */
export interface Visitor {
  _id: string;
  flowId: string;
  hasCompleted: boolean;
  expiresAt: Date;
}
