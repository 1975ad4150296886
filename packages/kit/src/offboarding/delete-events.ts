import { setTimeout as sleep } from "node:timers/promises";
import type { PassRun, PassStep } from "../data/data-life.types.js";
import type { LeaseRow } from "../data/infrastructure.js";
import { findDeadLetters, forEachMessage, type PrivacyOptions } from "../privacy/index.js";

const answersPerTransaction = 200;
const deadLettersPerPart = 100;

/** Pause between two transactions, so that calls of other businesses run. */
export const pauseMs = 20;

/** Delete what the kit itself stores of a business. Events in the stream come last, because the outbox relay may have sent some meanwhile. */
export function listEventSteps(options: PrivacyOptions): PassStep[] {
  return [
    deleteAnswers,
    (run, position) => deleteInSlices(run, "outbox", position),
    (run, position) => deleteInSlices(run, "inbox", position),
    deleteDeadLetters,
    // The progress of erasures of persons. The progress of this deletion has the same collection, and is deleted by `endDeletion`.
    (run, position) => deleteInSlices(run, "personErasures", position, run.requestId),
    deleteLeases,
    (run, position) =>
      forEachMessage({ ...options, ...run }, position, async (_message, remove) => {
        await remove();
        await run.count("EVENTS", 1);
      }),
  ];
}

/** Stored answers of writes. Their ids begin with the business, and "}" is the character after "|". */
async function deleteAnswers(run: PassRun): Promise<string | undefined> {
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
  run: PassRun,
  collection: string,
  position: string | undefined,
  keptId?: string,
): Promise<string | undefined> {
  const { isOver } = run;
  let after = position;
  do {
    const { rows, next } = await run.findSlice(collection, after, ["_id"]);
    const found = rows.filter(({ _id }) => _id !== keptId);
    if (found.length > 0) await deleteFound(run, collection, found);
    after = next;
    if (rows.length > 0) await sleep(pauseMs);
  } while (after !== undefined && !isOver());
  return after;
}

function deleteFound(run: PassRun, collection: string, found: readonly { _id: string }[]): Promise<void> {
  const ids = found.map(({ _id }) => _id);
  return run.change(collection, (scope) => scope.collection(collection).deleteByIds(ids));
}

async function deleteDeadLetters(run: PassRun, position: string | undefined): Promise<string | undefined> {
  const { rows, next } = await findDeadLetters(run, position, deadLettersPerPart);
  if (rows.length > 0) {
    const filter = { _id: { $in: rows.map(({ _id }) => _id) } };
    const { deletedCount } = await run.db.infrastructure("deadLetters").deleteMany(filter, { maxTimeMS: 5000 });
    await run.count("deadLetters", deletedCount);
  }
  return next;
}

/** The name of a lease can contain the business. Leases of crashed processes remain until they are deleted here. There are few leases. */
async function deleteLeases({ db, call }: PassRun): Promise<undefined> {
  await db.infrastructure<LeaseRow>("leases").deleteMany({ _id: { $regex: call.businessId } }, { maxTimeMS: 5000 });
  return undefined;
}
