import { createYieldToLoop } from "../concurrency/index.js";
import type { IdempotencyRow } from "../data/infrastructure.js";
import type { WriteScope } from "../data/tenancy/scope.types.js";
import { findErased } from "./erased-records.store.js";
import { type AnswerErasure, eraseInAnswer, listIds } from "./erasure.rules.js";
import type { ErasureRun } from "./privacy.types.js";

/** An answer has up to about 100 KB. The driver reads the answers of one part in one iteration of the event loop. */
const rowsPerPart = 20;

type StoredAnswer = Omit<IdempotencyRow, "businessId">;

/**
 * Erases the person from stored answers. The answers are kept, because a repeated call must not run again; it gets the answer with the
 * tombstone.
 */
export async function eraseAnswers(run: ErasureRun, position: string | undefined): Promise<string | undefined> {
  const { db, call } = run;
  const { businessId } = call;
  const scope = db.scope(call);
  // The id begins with the business, and "}" is the character after "|".
  const range = { $gt: position ?? `${businessId}|`, $lt: `${businessId}}` };
  const rows = await scope
    .collection<StoredAnswer>("idempotency")
    .find({ _id: range }, { sort: { _id: 1 }, limit: rowsPerPart });
  const erasure = await describeAnswers(run, rows);
  const yieldToLoop = createYieldToLoop();
  for (const { _id, reply } of rows) {
    await yieldToLoop();
    if (eraseInAnswer(reply, erasure) !== reply)
      await run.change("idempotency", (changing) => eraseInRow(changing, _id, erasure));
    if (run.isOver()) return _id;
  }
  return rows.length === rowsPerPart ? rows.at(-1)?._id : undefined;
}

async function eraseInRow(scope: WriteScope, _id: string, erasure: AnswerErasure): Promise<number> {
  const answers = scope.collection<StoredAnswer>("idempotency");
  const reply = (await answers.findById(_id))?.reply;
  const erased = eraseInAnswer(reply, erasure);
  if (erased === reply) return 0;
  await answers.updateOne({ _id }, { $set: { reply: erased } });
  return 1;
}

async function describeAnswers(
  { db, call, requestId, collections, matcher, tombstone }: ErasureRun,
  rows: readonly StoredAnswer[],
): Promise<AnswerErasure> {
  const yieldToLoop = createYieldToLoop();
  const ids = new Set<string>();
  for (const { reply } of rows) {
    await yieldToLoop();
    for (const id of listIds(reply)) ids.add(id);
  }
  return {
    isOfPerson: matcher.isOfPerson,
    roles: collections.flatMap(({ personal }) => personal.roles),
    recordIds: await findErased(db.scope(call), requestId, [...ids]),
    tombstone,
  };
}
