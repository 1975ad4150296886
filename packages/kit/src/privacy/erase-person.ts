import type { Call } from "../call/call.js";
import type { PersonIdentifier } from "../data/data-life.types.js";
import type { LeaseRow } from "../data/infrastructure.js";
import { runWithLease } from "../data/lease.js";
import { eraseAnswers } from "./erase-answers.js";
import { changeRow, eraseDeadLetters, eraseOutbox } from "./erase-events.js";
import { eraseRecords } from "./erase-records.js";
import { eraseStream } from "./erase-stream.js";
import { deleteProgress, type ErasureProgress, findProgress, openPass, saveStep } from "./erasure-progress.store.js";
import { createErasureCall } from "./erasure-call.js";
import { createPersonMatcher } from "./person-matcher.js";
import { listPersonCollections } from "./person-records.js";
import type { ErasureRun, KitStep, PrivacyOptions } from "./privacy.types.js";
import { findSlice } from "./slices.store.js";

export interface ErasureRequest {
  requestId: string;
  identifiers: readonly PersonIdentifier[];
  tombstone: string;
  /** Counted from 1. */
  pass: number;
}

export interface ErasureResult {
  isComplete: boolean;
  changedInPass: number;
  changed: { collection: string; records: number }[];
  /** Other names of the person in the changed records. */
  links: PersonIdentifier[];
}

/**
 * Goes on with a pass of an erasure until it is complete or the time is over. Every change is counted in its own transaction, so a
 * crash loses no count and a repeat changes nothing twice. Events come after the records, stored answers in between: each step erases what
 * the ones before can have copied meanwhile. One call at a time works on a request; another one gets what has been done so far.
 * @param until milliseconds since 1970 after which no further record is begun
 */
export async function erasePerson(
  options: PrivacyOptions,
  call: Call,
  request: ErasureRequest,
  until: number,
): Promise<ErasureResult> {
  const leases = options.db.infrastructure<LeaseRow>("leases");
  const worked = await runWithLease(leases, `erasure ${request.requestId}`, (lost) =>
    goOn(options, call, request, () => lost.aborted || Date.now() >= until),
  );
  if (worked) return worked.result;
  const progress = await findProgress(options.db.scope(call), request.requestId);
  return { isComplete: false, changedInPass: 0, ...describeChanges(progress) };
}

async function goOn(
  options: PrivacyOptions,
  call: Call,
  request: ErasureRequest,
  isOver: () => boolean,
): Promise<ErasureResult> {
  const { db, life } = options;
  const { requestId, tombstone } = request;
  const steps = listSteps(options);
  let progress = await openPass(db.scope(call), requestId, request.pass);
  const matcher = createPersonMatcher(request.identifiers);
  const createRun = (own: Call): ErasureRun => ({
    ...options,
    ...{ call: own, requestId, tombstone, matcher, isOver },
    isOfPerson: matcher.isOfPerson,
    collections: listPersonCollections(life),
    changeRow: (name, change) => changeRow({ db, call, requestId }, name, change),
    findSlice: (collection, after, fields) => findSlice({ db, call: own }, collection, after, fields),
  });
  // One part at least: otherwise a slow database would keep every call from doing anything.
  while (progress.doneSteps < steps.length) {
    const position = await steps[progress.doneSteps]?.(createRun(createErasureCall(call)), progress.position);
    progress = await saveStep(db.scope(createErasureCall(call)), progress, position);
    if (isOver()) break;
  }
  const isComplete = progress.doneSteps === steps.length;
  return { isComplete, changedInPass: progress.changedInPass, ...describeChanges(progress) };
}

/** The service has nothing left of the request. */
export function endErasure({ db }: PrivacyOptions, call: Call, requestId: string): Promise<void> {
  return deleteProgress(db.scope(call), requestId);
}

function listSteps({ life }: PrivacyOptions): KitStep[] {
  const erased = listPersonCollections(life).filter(({ personal }) => !personal.isKept);
  const ofRecords = erased.map(
    (collection): KitStep =>
      (run, position) =>
        eraseRecords(run, collection, position),
  );
  return [...ofRecords, eraseAnswers, eraseOutbox, eraseStream, eraseDeadLetters, ...(life.erasureSteps ?? [])];
}

function describeChanges(progress: ErasureProgress | null): Pick<ErasureResult, "changed" | "links"> {
  const changed = Object.entries(progress?.changed ?? {}).map(([collection, records]) => ({ collection, records }));
  return { changed, links: progress?.links ?? [] };
}
