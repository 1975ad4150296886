import { setTimeout as sleep } from "node:timers/promises";
import type { LeaseRow } from "../data/infrastructure.js";
import { runWithLease } from "../data/lease.js";
import { findUnfinished } from "./archives.store.js";
import { createRetentionCall } from "./remove-groups.js";
import type { RetentionContext } from "./retention-context.types.js";
import type { HistoryKind } from "./retention.types.js";
import { findRules, listRules, markDone, type RetentionRow } from "./retention-rules.store.js";
import { finishArchive, type KindRun, workOnKind } from "./work-on-kind.js";

/** Between two parts of the work, so that it does not fill a connection and a core. */
const pauseMs = 20;
const unfinishedMax = 10;

/** One kind of history of one business that is looked through. */
interface Task {
  businessId: string;
  kind: HistoryKind;
  /** Where the search goes on. */
  after: string;
}

/**
 * Lets history go by its age, in one process at a time. Each business gets one part of its work after the other, in turn, so a business with much
 * history does not delay the others.
 * @returns how to stop
 */
export function startRetention(context: RetentionContext, everyMs: number): () => Promise<void> {
  const stopping = new AbortController();
  let running: Promise<unknown> | undefined;
  const startSweep = () => {
    running ??= sweepAlone(context, stopping.signal).finally(() => (running = undefined));
  };
  const timer = setInterval(startSweep, everyMs).unref();
  return async () => {
    clearInterval(timer);
    stopping.abort(new Error("the process stops"));
    await running;
  };
}

async function sweepAlone(context: RetentionContext, stopping: AbortSignal): Promise<void> {
  const { db, logger } = context;
  try {
    const leases = db.infrastructure<LeaseRow>("leases");
    await runWithLease(leases, "retention", (lost) => sweep(context, AbortSignal.any([lost, stopping])));
  } catch (error) {
    if (!stopping.aborted) logger.warn({ err: error }, "retention failed");
  }
}

/** Looks through all history with a rule once. */
export async function sweep(context: RetentionContext, signal: AbortSignal): Promise<void> {
  const open = (await listRules(context.db)).filter(({ _id }) => !context.db.closedBusinesses.has(_id));
  const rows = open.filter((row) => isTold(context, row));
  reportUntold(context, open.length - rows.length);
  for (const { _id } of rows) {
    // The process waits for the end of this before it stops.
    if (signal.aborted) return;
    await runAlone(context, _id, signal, (own) => finishOthers(context, _id, own));
  }
  let tasks = rows.flatMap(({ _id: businessId, rules }): Task[] =>
    context.kinds.flatMap((kind) => (rules[kind.name] ? [{ businessId, kind, after: "" }] : [])),
  );
  while (tasks.length > 0 && !signal.aborted) {
    const next: Task[] = [];
    for (const task of tasks) {
      if (signal.aborted) return;
      const after = await runAlone(
        context,
        task.businessId,
        signal,
        (own) => workOn(context, task, own),
        task.kind.name,
      );
      if (after !== undefined) next.push({ ...task, after });
      await sleep(pauseMs);
    }
    tasks = next;
  }
}

/** Any replica may have been told: the time is in the database. */
const isTold = ({ startedAt }: RetentionContext, { toldAt }: RetentionRow): boolean =>
  toldAt !== undefined && toldAt >= startedAt;

function reportUntold({ logger, metrics, startedAt }: RetentionContext, businesses: number): void {
  if (businesses === 0) return;
  metrics.failures.inc({ kind: "undelivered" }, businesses);
  const details = { businesses, startedAt };
  logger.warn(details, "history was left alone: the gateway has not told its rules since this process started");
}

/** @returns where the search goes on; undefined at its end */
async function workOn(context: RetentionContext, task: Task, signal: AbortSignal): Promise<string | undefined> {
  const { businessId, kind, after } = task;
  // Records that are in a file and not deleted yet must not get into another one.
  await finishOthers(context, businessId, signal);
  const row = await findRules(context.db, businessId);
  const rule = row?.rules[kind.name];
  if (!row || !rule) return undefined;
  const next = await workOnKind({ context, businessId, kind, signal }, rule, after);
  if (next === undefined) await markDone(context.db, row, kind.name);
  return next;
}

/** Ends the work on files that a process before has begun. */
async function finishOthers(context: RetentionContext, businessId: string, signal: AbortSignal): Promise<undefined> {
  const unfinished = await findUnfinished(context.db.scope(createRetentionCall(businessId)), unfinishedMax);
  for (const row of unfinished) {
    const kind = context.kinds.find(({ name }) => name === row.kind);
    if (!kind) throw new Error(`${row.file} has history of an unknown kind`);
    const run: KindRun = { context, businessId, kind, signal };
    await finishArchive(run, row);
  }
  return undefined;
}

/** Files of a business are written by one process at a time: the erasure of a person rewrites them too. */
export const toArchiveLease = (businessId: string): string => `archives ${businessId}`;

/** A failure of one business is logged and counted, and the others go on. @returns undefined after a failure as well */
async function runAlone<Result>(
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
    context.metrics.failures.inc({ kind });
    context.logger.warn({ err: error, businessId, kind }, "history was not archived or deleted, tried again later");
    return undefined;
  }
}
