import { setTimeout as sleep } from "node:timers/promises";
import type { DeadLetterRow, LeaseRow } from "../data/infrastructure.js";
import { findSlice, forEachMessage, type PassStep, type PrivacyOptions } from "../privacy/index.js";
import { countDeleted, deleteAndCount, type DeletionRun, pauseMs } from "./deletion-run.js";

const answersPerTransaction = 200;
const deadLettersPerPart = 1000;

/** Delete what the kit itself stores of a business. Events in the stream come last, because the outbox relay may have sent some meanwhile. */
export function listEventSteps(options: PrivacyOptions, requestId: string): PassStep[] {
  const { db } = options;
  const withRun =
    (step: (run: DeletionRun, position: string | undefined) => Promise<string | undefined>): PassStep =>
    (call, position, isOver) =>
      step({ db, call, requestId, isOver }, position);
  return [
    withRun(deleteAnswers),
    withRun((run, position) => deleteInSlices(run, "outbox", position)),
    withRun((run, position) => deleteInSlices(run, "inbox", position)),
    withRun(deleteDeadLetters),
    // The progress of erasures of persons. The progress of this deletion has the same collection, and is deleted by `endDeletion`.
    withRun((run, position) => deleteInSlices(run, "personErasures", position, requestId)),
    withRun(deleteLeases),
    (call, position, isOver) => deleteMessages(options, { db, call, requestId, isOver }, position),
  ];
}

/** Stored answers of writes. Their ids begin with the business, and "}" is the character after "|". */
async function deleteAnswers(run: DeletionRun): Promise<string | undefined> {
  const { db, call, isOver } = run;
  const range = { $gte: `${call.businessId}|`, $lt: `${call.businessId}}` };
  for (;;) {
    const answers = db.scope(call).collection("idempotency");
    const found = await answers.find({ _id: range }, { limit: answersPerTransaction, projection: { _id: 1 } });
    if (found.length === 0) return undefined;
    await deleteFound(run, "idempotency", found);
    if (isOver()) return call.businessId;
    await sleep(pauseMs);
  }
}

/** For a collection without an index by business: reads all of it, in slices. */
async function deleteInSlices(
  run: DeletionRun,
  collection: string,
  position: string | undefined,
  keptId?: string,
): Promise<string | undefined> {
  const { db, call, isOver } = run;
  let after = position;
  do {
    const { rows, next } = await findSlice({ db, call }, collection, after, ["_id"]);
    const found = rows.filter(({ _id }) => _id !== keptId);
    if (found.length > 0) await deleteFound(run, collection, found);
    after = next;
    if (rows.length > 0) await sleep(pauseMs);
  } while (after !== undefined && !isOver());
  return after;
}

function deleteFound(run: DeletionRun, collection: string, found: readonly { _id: string }[]): Promise<void> {
  const ids = found.map(({ _id }) => _id);
  return deleteAndCount(run, collection, (scope) => scope.collection(collection).deleteByIds(ids));
}

/** Dead letters have no field for the business, only a subject that contains it, so all of them are read. */
async function deleteDeadLetters(run: DeletionRun, position: string | undefined): Promise<string | undefined> {
  const deadLetters = run.db.infrastructure<DeadLetterRow>("deadLetters");
  const options = { sort: { _id: 1 }, limit: deadLettersPerPart, projection: { subject: 1 }, maxTimeMS: 5000 } as const;
  const rows = await deadLetters.find({ _id: { $gt: position ?? "" } }, options).toArray();
  const own = rows.filter(({ subject }) => subject.split(".")[2] === run.call.businessId).map(({ _id }) => _id);
  if (own.length > 0) {
    const { deletedCount } = await deadLetters.deleteMany({ _id: { $in: own } }, { maxTimeMS: 5000 });
    await countDeleted(run, "deadLetters", deletedCount);
  }
  return rows.length === deadLettersPerPart ? rows.at(-1)?._id : undefined;
}

/** The name of a lease can contain the business. Leases of crashed processes remain until they are deleted here. There are few leases. */
async function deleteLeases({ db, call }: DeletionRun): Promise<undefined> {
  await db.infrastructure<LeaseRow>("leases").deleteMany({ _id: { $regex: call.businessId } }, { maxTimeMS: 5000 });
  return undefined;
}

function deleteMessages(
  options: PrivacyOptions,
  run: DeletionRun,
  position: string | undefined,
): Promise<string | undefined> {
  const { call, isOver } = run;
  return forEachMessage({ ...options, call, isOver }, position, async (_message, remove) => {
    await remove();
    await countDeleted(run, "EVENTS", 1);
  });
}
