import { setTimeout as sleep } from "node:timers/promises";
import type { LeaseRow } from "../data/infrastructure.js";
import { runWithLease } from "../data/leases/lease.js";
import { finishArchive } from "./archive-groups.js";
import { findUnfinished } from "./archives.store.js";
import { type KindRun, reportFailure } from "./kind-run.js";
import { createRetentionCall } from "./remove-groups.js";
import type { RetentionContext } from "./retention-context.types.js";
import type { HistoryKind } from "./retention.types.js";
import { findRules, listRules, markDone, type RetentionRow } from "./retention-rules.store.js";
import { type KindSearch, workOnKind } from "./work-on-kind.js";

/** Pause between two parts of the work, so that it does not keep a connection and a core busy. */
const pauseMs = 20;
const unfinishedMax = 10;

/** The search through one kind of history of one business. */
interface Task {
  businessId: string;
  kind: HistoryKind;
  search: KindSearch;
}

/**
 * Archives and deletes history by its age, in one process at a time. Businesses are processed in turn, one part of the work each, so that a
 * business with much history does not delay the others.
 * @returns a function that stops it
 */
export function startRetention(context: RetentionContext, everyMs: number): () => Promise<void> {
  const stopping = new AbortController();
  let running: Promise<unknown> | undefined;
  const startSweep = () => {
    running ??= sweepWithLease(context, stopping.signal).finally(() => (running = undefined));
  };
  const timer = setInterval(startSweep, everyMs).unref();
  return async () => {
    clearInterval(timer);
    stopping.abort(new Error("the process stops"));
    await running;
  };
}

async function sweepWithLease(context: RetentionContext, stopping: AbortSignal): Promise<void> {
  const { db, logger } = context;
  try {
    const leases = db.infrastructure<LeaseRow>("leases");
    await runWithLease(leases, "retention", (lost) => sweep(context, AbortSignal.any([lost, stopping])));
  } catch (error) {
    if (!stopping.aborted) logger.warn({ err: error }, "retention failed");
  }
}

/** Searches once through all history that has a rule. */
export async function sweep(context: RetentionContext, signal: AbortSignal): Promise<void> {
  const open = (await listRules(context.db)).filter(({ _id }) => !context.db.closedBusinesses.has(_id));
  const rows = open.filter((row) => isConfirmed(context, row));
  reportUnconfirmed(context, open.length - rows.length);
  for (const { _id } of rows) {
    // The process waits for the end of this loop before it stops.
    if (signal.aborted) return;
    await runWithArchiveLease(context, _id, signal, (own) => finishEarlierArchives(context, _id, own));
  }
  let tasks = rows.flatMap(({ _id: businessId, rules }): Task[] =>
    context.kinds.flatMap((kind) =>
      rules[kind.name] ? [{ businessId, kind, search: { after: "", damaged: new Set() } }] : [],
    ),
  );
  while (tasks.length > 0 && !signal.aborted) {
    const next: Task[] = [];
    for (const task of tasks) {
      if (signal.aborted) return;
      const after = await runWithArchiveLease(
        context,
        task.businessId,
        signal,
        (own) => workOn(context, task, own),
        task.kind.name,
      );
      if (after !== undefined) next.push({ ...task, search: { ...task.search, after } });
      await sleep(pauseMs);
    }
    tasks = next;
  }
}

/** The time is in the database, because accounts may have called another replica. */
const isConfirmed = ({ startedAt }: RetentionContext, { confirmedAt }: RetentionRow): boolean =>
  confirmedAt >= startedAt;

function reportUnconfirmed({ logger, metrics, startedAt }: RetentionContext, businesses: number): void {
  if (businesses === 0) return;
  metrics.failures.inc({ kind: "undelivered" }, businesses);
  const details = { businesses, startedAt };
  logger.warn(
    details,
    "history was not archived or deleted: accounts has not confirmed its rules since this process started",
  );
}

/** @returns the position of the next search; undefined at the end */
async function workOn(context: RetentionContext, task: Task, signal: AbortSignal): Promise<string | undefined> {
  const { businessId, kind, search } = task;
  // Records that are in an archive and not deleted yet must not be written into another archive.
  await finishEarlierArchives(context, businessId, signal);
  const row = await findRules(context.db, businessId);
  const rule = row?.rules[kind.name];
  if (!row || !rule) return undefined;
  const next = await workOnKind({ context, businessId, kind, signal }, rule, search);
  // Groups with a damaged file are old history that remains: the alert must not end.
  if (next === undefined && search.damaged.size === 0) await markDone(context.db, row, kind.name);
  return next;
}

/** Completes archives that another process has begun. */
async function finishEarlierArchives(
  context: RetentionContext,
  businessId: string,
  signal: AbortSignal,
): Promise<undefined> {
  const unfinished = await findUnfinished(context.db.scope(createRetentionCall(businessId)), unfinishedMax);
  for (const row of unfinished) {
    const kind = context.kinds.find(({ name }) => name === row.kind);
    if (!kind) throw new Error(`${row.file} has history of an unknown kind`);
    const run: KindRun = { context, businessId, kind, signal };
    await finishArchive(run, row);
  }
  return undefined;
}

/** The archives of a business are written by one process at a time: the erasure of a person rewrites them too. */
export const toArchiveLease = (businessId: string): string => `archives ${businessId}`;

/** Logs and counts a failure, so that the other businesses are still processed. @returns undefined after a failure as well */
async function runWithArchiveLease<Result>(
  context: RetentionContext,
  businessId: string,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<Result>,
  kind = "unfinished",
): Promise<Result | undefined> {
  try {
    const leases = context.db.infrastructure<LeaseRow>("leases");
    const ran = await runWithLease(leases, toArchiveLease(businessId), (lost) => work(AbortSignal.any([lost, signal])));
    return ran?.result;
  } catch (error) {
    if (signal.aborted) return undefined;
    reportFailure({ context, businessId, kind: { name: kind } }, error);
    return undefined;
  }
}
