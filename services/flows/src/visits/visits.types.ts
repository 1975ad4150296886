import type { UsageLimit } from "../limits/usage.rules.js";
import type { Counters } from "../flows/flows.types.js";
import type {
  BankValidation,
  CountedVisitor,
  NewRegistration,
  Registration,
  UncountedReason,
} from "../registrations/registrations.types.js";
import type { StepEvent } from "../registrations/registration-steps.rules.js";
import type { Identity } from "./identities.js";
import type { Source } from "./sources.rules.js";

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

/**
 * Where a visitor of today stands. `opened`: has seen the page. `proof`: has tried to prove who they are, where the flow asks for it, and was refused.
 * `proved`: has proved it. `q_…`: the form was last refused at this question, `documents`: at a document to accept, and `limit`: because visitors may send
 * no more for now. `unfinished`: the form was accepted; files or the bank are still missing.
 */
export type StopPlace =
  | "opened"
  | "proof"
  | "proved"
  | `q_${string}`
  | "documents"
  | "limit"
  | "unfinished"
  | "registered";

/** The increments of a visit for the counters of its flow. */
export type CounterIncrements = Counters;

/** The plan of one visit. */
export interface VisitPlan {
  visit: PageVisit;
  increments: CounterIncrements;
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
