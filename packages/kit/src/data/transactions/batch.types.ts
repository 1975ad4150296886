import type { Call } from "../../call/call.js";
import type { Refusal } from "../../errors/refusal.js";
import type { WriteScope } from "../tenancy/scope.types.js";

/** One attempt to plan and write a batch. */
export class BatchAttempt {
  /** Whether a record came from the `RecordMemory`. Then the command that writes must verify what was planned on it. */
  usesMemory = false;
  readonly #listeners: (() => void)[] = [];

  /** @param isFresh true: every record must be read from the database */
  constructor(readonly isFresh: boolean) {}

  /** Called after the transaction of this attempt was committed. */
  onCommit(listener: () => void): void {
    this.#listeners.push(listener);
  }

  committed(): void {
    for (const listener of this.#listeners) listener();
  }
}

/**
 * A write whose requests share transactions. Requests of one business that arrive while its transaction runs are executed
 * together in the next one: 64 callers who change the same record then cost one commit instead of 64 write conflicts.
 */
export interface BatchedWrite<Request, State, Plan, Reply> {
  /**
   * Reads every record that the requests name, in as few queries as possible. Records may come from a `RecordMemory`. When they
   * turn out to be outdated, or a request is refused, everything is loaded again with a fresh `attempt`.
   */
  load: (scope: WriteScope, requests: readonly Request[], attempt: BatchAttempt) => Promise<State>;
  /**
   * Decides about one request. It changes nothing but `state`, which the next request of the batch gets as it is afterwards.
   * @throws Refusal for this request only; `state` must then be unchanged
   */
  decide: (state: State, request: Request, scope: WriteScope) => Plan;
  /** Executes all plans. Each plan comes with the scope of its own call; all scopes write into the same transaction. */
  write: (planned: readonly PlannedWrite<Plan>[]) => Promise<void>;
  reply: (plan: Plan) => Reply;
}

export interface PlannedWrite<Plan> {
  scope: WriteScope;
  plan: Plan;
}

/** A request that waits for its batch. */
export interface BatchItem<Request, Reply> {
  call: Call;
  request: Request;
  resolve: (reply: Reply) => void;
  reject: (error: unknown) => void;
}

export type BatchOutcome<Reply> = { reply: Reply } | { refusal: Refusal };

/** Runs one batch in one transaction. Returns the outcomes in the order of the items. */
export type RunBatch<Request, Reply> = (
  items: readonly Pick<BatchItem<Request, Reply>, "call" | "request">[],
) => Promise<BatchOutcome<Reply>[]>;
