import type { Call } from "../call/call.js";
import type { PassRun, PassStep } from "../data/data-life.types.js";
import type { Database } from "../data/database.types.js";
import type { LeaseRow } from "../data/infrastructure.js";
import { runWithLease } from "../data/leases/lease.js";
import { createErasureCall } from "./privacy.types.js";
import { countChanged, type ErasureProgress, findProgress, openPass, saveStep } from "./erasure-progress.store.js";
import { findSlice } from "./slices.store.js";

export interface PassRequest {
  requestId: string;
  /** Counted from 1. */
  pass: number;
}

export interface PassResult {
  isComplete: boolean;
  changedInPass: number;
  /** In all passes so far. */
  changed: { collection: string; records: number }[];
}

/** null while another call processes the first part. */
type WithProgress = PassResult & { progress: ErasureProgress | null };

/**
 * Continues a pass of a request until it is complete or the time is over. Every change is counted in its own transaction, so a crash loses no
 * count and a repeat changes nothing twice. One call at a time works on a request; a second call gets the counts so far.
 * @param until milliseconds since 1970 after which no further part is begun
 */
export async function runPass(
  db: Database,
  call: Call,
  request: PassRequest,
  steps: readonly PassStep[],
  until: number,
): Promise<WithProgress> {
  const leases = db.infrastructure<LeaseRow>("leases");
  const worked = await runWithLease(leases, `erasure ${request.requestId}`, (lost) =>
    continuePass(db, call, request, steps, { until, isOver: () => lost.aborted || Date.now() >= until }),
  );
  if (worked) return worked.result;
  const progress = await findProgress(db.scope(call), request.requestId);
  return { isComplete: false, changedInPass: 0, changed: listChanged(progress), progress };
}

async function continuePass(
  db: Database,
  call: Call,
  { requestId, pass }: PassRequest,
  steps: readonly PassStep[],
  { until, isOver }: { until: number; isOver: () => boolean },
): Promise<WithProgress> {
  let progress = await openPass(db.scope(call), requestId, pass);
  // At least one part per call: otherwise no call would make progress while the database is slow.
  while (progress.doneSteps < steps.length) {
    const run = createRun({ db, call: createErasureCall(call, until), requestId, isOver });
    const position = await steps[progress.doneSteps]?.(run, progress.position);
    progress = await saveStep(db.scope(createErasureCall(call)), progress, position);
    if (isOver()) break;
  }
  const isComplete = progress.doneSteps === steps.length;
  return { isComplete, changedInPass: progress.changedInPass, changed: listChanged(progress), progress };
}

function listChanged(progress: ErasureProgress | null): PassResult["changed"] {
  return Object.entries(progress?.changed ?? {}).map(([collection, records]) => ({ collection, records }));
}

function createRun(part: Pick<PassRun, "db" | "call" | "requestId" | "isOver">): PassRun {
  const { db, call, requestId } = part;
  // A crash loses no count and counts nothing twice, because the change and its count are one transaction.
  const change: PassRun["change"] = (name, work) =>
    db.transaction(createErasureCall(call), async (scope) => {
      const changed = await work(scope);
      if (changed > 0) await countChanged(scope, requestId, name, changed);
    });
  return {
    ...part,
    change,
    count: async (name, records) => (records > 0 ? change(name, () => Promise.resolve(records)) : undefined),
    findSlice: (collection, after, fields) => findSlice({ db, call }, collection, after, fields),
  };
}
