import type { Call } from "../call/call.js";
import type { PersonIdentifier } from "../data/data-life.types.js";
import { eraseAnswers } from "./erase-answers.js";
import { changeRow, eraseDeadLetters, eraseOutbox } from "./erase-events.js";
import { eraseRecords } from "./erase-records.js";
import { eraseStream } from "./erase-stream.js";
import { deleteProgress, type ErasureProgress, openPass, saveStep } from "./erasure-progress.store.js";
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
}

/**
 * Goes on with a pass of an erasure until it is complete or the time is over. Every change is counted in its own transaction, so a
 * crash loses no count and a repeat changes nothing twice. Events come after the records, stored answers in between: each step erases what
 * the ones before can have copied meanwhile.
 * @param until milliseconds since 1970 after which no further part is begun
 */
export async function erasePerson(
  options: PrivacyOptions,
  call: Call,
  request: ErasureRequest,
  until: number,
): Promise<ErasureResult> {
  const { db, life } = options;
  const { requestId, tombstone } = request;
  const steps = listSteps(options);
  let progress = await openPass(db.scope(call), requestId, request.pass);
  const matcher = createPersonMatcher(request.identifiers);
  const run: ErasureRun = {
    ...options,
    ...{ call, requestId, tombstone, matcher },
    isOfPerson: matcher.isOfPerson,
    collections: listPersonCollections(life),
    changeRow: (name, change) => changeRow({ db, call, requestId }, name, change),
    findSlice: (collection, after) => findSlice({ db, call }, collection, after),
  };
  while (progress.doneSteps < steps.length && Date.now() < until) {
    const step = steps[progress.doneSteps];
    const position = await step?.(run, progress.position);
    progress = await saveStep(db.scope(call), progress, position);
  }
  return toResult(progress, steps.length);
}

/** The service has nothing left of the request. */
export function endErasure({ db }: PrivacyOptions, call: Call, requestId: string): Promise<void> {
  return deleteProgress(db.scope(call), requestId);
}

function listSteps({ life }: PrivacyOptions): KitStep[] {
  const erased = listPersonCollections(life).filter(({ personal }) => !personal.isKept);
  const ofRecords = erased.map(
    (collection): KitStep =>
      (run) =>
        eraseRecords(run, collection),
  );
  return [...ofRecords, eraseAnswers, eraseOutbox, eraseStream, eraseDeadLetters, ...(life.erasureSteps ?? [])];
}

function toResult({ doneSteps, changedInPass, changed }: ErasureProgress, steps: number): ErasureResult {
  return {
    isComplete: doneSteps === steps,
    changedInPass,
    changed: Object.entries(changed).map(([collection, records]) => ({ collection, records })),
  };
}
