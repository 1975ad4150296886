import type { BatchAttempt, BatchedWrite } from "../data/transactions/batch.types.js";
import type { Scope, WriteScope } from "../data/tenancy/scope.types.js";
import { createPreview, type PreviewSteps, type Verb, type VerbContext, type VerbSteps } from "./verb.js";

/**
 * The steps of a verb that many callers of a business send at once: their requests share transactions
 * (docs/decisions/0001-batched-writes.md).
 */
export interface BatchedVerbSteps<Request, State, Found, Plan, Facts, Change, Result>
  extends
    Omit<PreviewSteps<Found, Plan, Facts>, "quota">,
    Pick<VerbSteps<Request, unknown, Found, Plan, Facts, Result>, "plan">,
    Pick<BatchedWrite<Request, State, Change, Result>, "write" | "reply"> {
  /** Reads what the requests of a batch name, or the one request of a preview, which has no attempt and remembers nothing. */
  load: (scope: Scope, requests: readonly Request[], attempt: BatchAttempt | undefined) => Promise<State>;
  /** Picks what one request names. */
  select: (request: Request, state: State) => Found;
  /** What a plan changes. It updates `state`, which the next request of the batch gets. */
  change: (plan: Plan, found: Found, state: State, scope: WriteScope) => Change;
}

export function defineBatchedVerb<
  Request,
  State,
  Found,
  Plan,
  Change,
  Result,
  Facts = undefined,
  Context extends VerbContext = VerbContext,
>(
  describe: (context: Context) => BatchedVerbSteps<Request, State, Found, Plan, Facts, Change, Result>,
): Verb<Context, Request, Plan, Facts, Result> {
  return (context) => {
    const { db } = context;
    const steps = describe(context);
    const { load, select, plan, change, write, reply } = steps;
    const run = db.batchPerBusiness<Request, State, Change, Result>({
      load,
      decide: (state, request, scope) => {
        const found = select(request, state);
        return change(plan(request, found, scope.call), found, state, scope);
      },
      write,
      reply,
    });
    // `run` is a function of its own for each verb.
    return Object.assign(run, {
      preview: createPreview<Request, Found, Plan, Facts>(steps, async (call, request) => {
        const scope = db.scope(call);
        const found = select(request, await load(scope, [request], undefined));
        return { scope, found, plan: plan(request, found, call) };
      }),
    });
  };
}
