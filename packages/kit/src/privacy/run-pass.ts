import type { Call } from "../call/call.js";
import type { Database } from "../data/database.types.js";
import type { LeaseRow } from "../data/infrastructure.js";
import type { WriteScope } from "../data/tenancy/scope.types.js";
import { runWithLease } from "../data/leases/lease.js";
import { createErasureCall } from "./privacy.types.js";
import { countChanged, type ErasureProgress, findProgress, openPass, saveStep } from "./erasure-progress.store.js";

/**
 * One step of a pass. Each part of it gets its own call.
 * @returns the position of the next part; undefined when the step is complete
 */
export type PassStep = (call: Call, position: string | undefined, isOver: () => boolean) => Promise<string | undefined>;

export interface PassRequest {
  requestId: string;
  /** Counted from 1. */
  pass: number;
}

export interface PassResult {
  isComplete: boolean;
  changedInPass: number;
  changed: { collection: string; records: number }[];
  /** null while another call processes the first part. */
  progress: ErasureProgress | null;
}

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
): Promise<PassResult> {
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
): Promise<PassResult> {
  let progress = await openPass(db.scope(call), requestId, pass);
  // At least one part per call: otherwise no call would make progress while the database is slow.
  while (progress.doneSteps < steps.length) {
    const position = await steps[progress.doneSteps]?.(createErasureCall(call, until), progress.position, isOver);
    progress = await saveStep(db.scope(createErasureCall(call)), progress, position);
    if (isOver()) break;
  }
  const isComplete = progress.doneSteps === steps.length;
  return { isComplete, changedInPass: progress.changedInPass, changed: listChanged(progress), progress };
}

function listChanged(progress: ErasureProgress | null): PassResult["changed"] {
  return Object.entries(progress?.changed ?? {}).map(([collection, records]) => ({ collection, records }));
}

/**
 * Changes records and counts them, in one transaction: a crash loses no count and counts nothing twice.
 * @param change returns how many records it has changed
 */
export async function changeAndCount(
  { db, call, requestId }: { db: Database; call: Call; requestId: string },
  collection: string,
  change: (scope: WriteScope) => Promise<number>,
): Promise<void> {
  await db.transaction(createErasureCall(call), async (scope) => {
    const changed = await change(scope);
    if (changed > 0) await countChanged(scope, requestId, collection, changed);
  });
}
