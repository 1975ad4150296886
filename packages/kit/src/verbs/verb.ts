import type { Call } from "../call/call.js";
import type { Quota } from "../data/counts/quota.js";
import type { Database } from "../data/database.types.js";
import type { Scope, WriteScope } from "../data/tenancy/scope.types.js";
import { Refusal } from "../errors/refusal.js";
import type { PreviewReview } from "../rpc/previews.js";

/** The steps of a preview beside the plan. */
export interface PreviewSteps<Found, Plan, Facts> {
  /** How many records a business may have, for a verb that creates one: checked by the preview, claimed by the write. */
  quota?: Quota;
  /** Reads what only the preview shows. */
  loadFacts?: (scope: Scope, plan: Plan) => Promise<Facts>;
  /** The checks and warnings of the preview. */
  review?: (plan: Plan, facts: Facts, found: Found) => PreviewReview;
}

/**
 * One thing that a business can do, such as creating a product, in the order in which it happens. A preview loads, plans and reviews; the write loads
 * and plans again inside its transaction, because records may have changed since the preview, and then writes.
 */
export interface VerbSteps<Request, Before, Found, Plan, Facts, Result> extends PreviewSteps<Found, Plan, Facts> {
  /**
   * Reads what the verb never changes, before its transaction: a shorter transaction has fewer write conflicts, and one that waits for another service
   * would be aborted as orphaned. So it also runs before a repeat finds its stored answer. What it refuses is thrown only after that look-up.
   */
  loadBefore?: (scope: Scope, request: Request) => Promise<Before>;
  /** Runs first in the transaction: what it locks stays as `load` reads it until the commit. A preview takes no lock. */
  lock?: (scope: WriteScope) => Promise<void>;
  /** Reads what the request names. The reads run one after another, as MongoDB requires inside a transaction. */
  load?: (scope: Scope, request: Request, before: Before) => Promise<Found>;
  /** The rule: decides, and returns what will be written. @throws Refusal */
  plan: (request: Request, found: Found, call: Call) => Plan;
  /** Carries the plan out. The result is stored under the idempotency key. */
  write: (scope: WriteScope, plan: Plan, request: Request) => Promise<Result>;
  /** Runs between the commit and the answer; it is lost with the process, and it also runs after a repeat with the same key. */
  afterCommit?: (committed: Committed<Request, Plan, Result>) => unknown;
  /** After which errors the verb runs again from its beginning, such as a duplicate key that the next run avoids, and how often. */
  repeat?: { after: (error: unknown) => boolean; max: number };
  /** The refusal for an error of the database, such as a duplicate key; any other error as it is. It may read: the transaction has ended. */
  mapError?: (error: unknown, request: Request, call: Call) => unknown;
}

export interface Committed<Request, Plan, Result> {
  call: Call;
  request: Request;
  /** Undefined after a repeat, which did nothing. */
  done: { plan: Plan; result: Result } | undefined;
}

/** What a verb needs of its service. */
export interface VerbContext<Config = unknown> {
  db: Database;
  config: Config;
}

/** A verb as the transports of a running service call it. */
export interface BoundVerb<Request, Plan, Facts, Result> {
  /** Does it, once for each idempotency key. */
  (call: Call, request: Request): Promise<Result>;
  /** Says what doing it would do. Nothing is written. @param show how the plan looks in the answer; as it is by default */
  preview<Shown = Plan>(
    call: Call,
    request: Request,
    show?: (plan: Plan, facts: Facts) => Shown,
  ): Promise<{ preview: Shown } & PreviewReview>;
}

/** A verb that has a transaction for each call. */
export interface OwnVerb<Request, Plan, Facts, Result> extends BoundVerb<Request, Plan, Facts, Result> {
  /** The same for an answer that needs little of a large result: only what `select` returns is stored under the idempotency key. */
  keeping<Kept>(call: Call, request: Request, select: (result: Result) => Kept): Promise<Kept>;
}

/** A verb before the service runs. */
export type Verb<Context, Request, Plan, Facts, Result> = (context: Context) => BoundVerb<Request, Plan, Facts, Result>;

/** @param describe gets the context of the service and returns the steps; it runs once for each start of the service */
export function defineVerb<
  Request,
  Plan,
  Result,
  Before = undefined,
  Found = undefined,
  Facts = undefined,
  Context extends VerbContext = VerbContext,
>(
  describe: (context: Context) => VerbSteps<Request, Before, Found, Plan, Facts, Result>,
): (context: Context) => OwnVerb<Request, Plan, Facts, Result> {
  return (context) => bindSteps(context.db, describe(context));
}

function bindSteps<Request, Before, Found, Plan, Facts, Result>(
  db: Database,
  steps: VerbSteps<Request, Before, Found, Plan, Facts, Result>,
): OwnVerb<Request, Plan, Facts, Result> {
  const { quota, loadBefore, lock, load, plan, write, afterCommit, repeat, mapError } = steps;
  const find = async (scope: Scope, request: Request, before: Before) =>
    (await load?.(scope, request, before)) as Found;
  const findBefore = async (call: Call, request: Request): Promise<() => Before> => {
    try {
      const before = (await loadBefore?.(db.scope(call), request)) as Before;
      return () => before;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return () => {
        throw error;
      };
    }
  };

  const runOnce = async <Kept>(call: Call, request: Request, select: (result: Result) => Kept) => {
    const getBefore = await findBefore(call, request);
    let done: Committed<Request, Plan, Result>["done"];
    const kept = await db.transaction(call, async (scope) => {
      const before = getBefore();
      await lock?.(scope);
      const planned = plan(request, await find(scope, request, before), call);
      await quota?.claim(scope);
      const result = await write(scope, planned, request);
      done = { plan: planned, result };
      return select(result);
    });
    await afterCommit?.({ call, request, done: call.replayed ? undefined : done });
    return kept;
  };
  const keeping = async <Kept>(call: Call, request: Request, select: (result: Result) => Kept): Promise<Kept> => {
    for (let repeats = 0; ; repeats += 1) {
      try {
        return await runOnce(call, request, select);
      } catch (error) {
        if (repeat && repeats < repeat.max && repeat.after(error)) continue;
        throw mapError ? await mapError(error, request, call) : error;
      }
    }
  };
  const run = (call: Call, request: Request) => keeping(call, request, (result) => result);
  return Object.assign(run, {
    keeping,
    preview: createPreview<Request, Found, Plan, Facts>(steps, async (call, request) => {
      const scope = db.scope(call);
      const getBefore = await findBefore(call, request);
      const found = await find(scope, request, getBefore());
      return { scope, found, plan: plan(request, found, call) };
    }),
  });
}

/** The preview of a verb. @param makePlan loads and plans without writing */
export function createPreview<Request, Found, Plan, Facts>(
  { quota, loadFacts, review }: PreviewSteps<Found, Plan, Facts>,
  makePlan: (call: Call, request: Request) => Promise<{ scope: Scope; found: Found; plan: Plan }>,
): BoundVerb<Request, Plan, Facts, unknown>["preview"] {
  return async <Shown = Plan>(call: Call, request: Request, show?: (plan: Plan, facts: Facts) => Shown) => {
    const { scope, found, plan } = await makePlan(call, request);
    await quota?.check(scope);
    const facts = (await loadFacts?.(scope, plan)) as Facts;
    const preview = show ? show(plan, facts) : (plan as unknown as Shown);
    return { preview, ...(review?.(plan, facts, found) ?? { checks: [], warnings: [] }) };
  };
}
