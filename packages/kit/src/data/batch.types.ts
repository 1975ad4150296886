import type { Call } from "../call/call.js";
import type { Refusal } from "../errors/refusal.js";
import type { WriteScope } from "./scope.types.js";

/**
 * A write in three steps, so that one transaction can carry many requests. Requests of one business that arrive while its
 * transaction runs wait and share the next one: 64 callers who want the same record then cost one commit instead of 64
 * write conflicts.
 */
export interface BatchedWrite<Request, State, Plan, Reply> {
  /** Everything the requests name, in as few questions as possible. */
  load: (scope: WriteScope, requests: readonly Request[]) => Promise<State>;
  /**
   * Whether this request may happen and what it does. Pure but for `state`, which it leaves as the next request of the same
   * batch will find it. @throws Refusal for this request alone; the state must then be as before
   */
  decide: (state: State, request: Request, scope: WriteScope) => Plan;
  /** Carries out all plans. Every scope belongs to the call of its plan; all of them write into the same transaction. */
  write: (planned: readonly PlannedItem<Plan>[]) => Promise<void>;
  reply: (plan: Plan) => Reply;
}

export interface PlannedItem<Plan> {
  scope: WriteScope;
  plan: Plan;
}

/** One request on its way through a batch. */
export interface BatchItem<Request, Reply> {
  call: Call;
  request: Request;
  resolve: (reply: Reply) => void;
  reject: (error: unknown) => void;
}

export type BatchOutcome<Reply> = { reply: Reply } | { refusal: Refusal };

/** Runs one batch in one transaction and says, in the same order, what became of each request. */
export type RunBatch<Request, Reply> = (
  passengers: readonly Pick<BatchItem<Request, Reply>, "call" | "request">[],
) => Promise<BatchOutcome<Reply>[]>;
