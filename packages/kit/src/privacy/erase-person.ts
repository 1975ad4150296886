import type { Call } from "../call/call.js";
import type { PassStep, PersonIdentifier } from "../data/data-life.types.js";
import { eraseArchives } from "./erase-archives.js";
import { eraseAnswers } from "./erase-answers.js";
import { eraseDeadLetters, eraseOutbox } from "./erase-events.js";
import { eraseRecords } from "./erase-records.js";
import { eraseStream } from "./erase-stream.js";
import { deleteProgress } from "./erasure-progress.store.js";
import { deriveNames, linksMax } from "./linked-names.js";
import { createPersonMatcher } from "./person-matcher.js";
import { listPersonCollections } from "./person-records.js";
import type { ErasureRun, PrivacyOptions } from "./privacy.types.js";
import { type PassRequest, type PassResult, runPass } from "./run-pass.js";

export interface ErasureRequest extends PassRequest {
  identifiers: readonly PersonIdentifier[];
  tombstone: string;
}

export interface ErasureResult extends PassResult {
  /** Other names of the person in the changed records. */
  links: PersonIdentifier[];
}

/**
 * Continues a pass of an erasure: records, then stored answers, then events. Each step also erases data that services have copied from the
 * records of the steps before.
 */
export async function erasePerson(
  options: PrivacyOptions,
  call: Call,
  request: ErasureRequest,
  until: number,
): Promise<ErasureResult> {
  const { db, life } = options;
  const { tombstone } = request;
  const matcher = createPersonMatcher(request.identifiers);
  const ofPerson = { tombstone, matcher, isOfPerson: matcher.isOfPerson, collections: listPersonCollections(life) };
  const steps = listSteps(options).map(
    (step): PassStep =>
      (run, position) =>
        step({ ...options, ...run, ...ofPerson }, position),
  );
  const { progress, ...result } = await runPass(db, call, request, steps, until);
  const derived = await deriveNames(options, { scope: db.scope(call), matcher }, request.identifiers);
  return { ...result, links: [...derived, ...(progress?.links ?? [])].slice(0, linksMax) };
}

/** Deletes everything that the service stores of the request. @returns false when `until` was reached first: call it again */
export function endErasure({ db }: PrivacyOptions, call: Call, requestId: string, until: number): Promise<boolean> {
  return deleteProgress(db.scope(call), requestId, until);
}

function listSteps({ life }: PrivacyOptions): PassStep<ErasureRun>[] {
  const erased = listPersonCollections(life).filter(({ personal }) => !personal.isKept);
  const ofRecords = erased.map(
    (collection): PassStep<ErasureRun> =>
      (run, position) =>
        eraseRecords(run, collection, position),
  );
  return [
    ...ofRecords,
    eraseArchives,
    eraseAnswers,
    eraseOutbox,
    eraseStream,
    eraseDeadLetters,
    ...(life.erasureSteps ?? []),
  ];
}
