import type { ErasureContext } from "@tenant-ops/kit/data";
import type { Session } from "./sessions.types.js";

/**
 * A learner has one session per course, but an e-mail address can belong to several learners. So in each course only the first session gets the
 * tombstone itself as user id; the others get it with a suffix.
 */
export async function keepLearnersApart(
  { scope, tombstone }: ErasureContext,
  { _id, courseId }: Pick<Session, "_id"> & { courseId?: string },
): Promise<Partial<Session>> {
  const filter = { courseId: courseId ?? "", userId: tombstone };
  const first = await scope.collection<Session>("sessions").findOne(filter, { projection: { _id: 1 } });
  return { userId: first ? `${tombstone}-${_id}` : tombstone };
}
