import type { Db, Document } from "mongodb";

/** What an audit writes on its commands, so that the tenancy guard can tell them from a forgotten business. */
export const auditComment = "audit across businesses";

const writingStages = ["$out", "$merge"];

/** Reads a collection of all businesses as it was at one moment. See `Database.acrossBusinesses`. */
export function readAcrossBusinesses<Result extends Document>(
  mongo: Db,
  collection: string,
  stages: readonly Document[],
): AsyncIterable<Result> {
  const writing = stages.flatMap((stage) => Object.keys(stage)).find((name) => writingStages.includes(name));
  if (writing) throw new Error(`${writing} would write; an audit only reads`);
  return mongo.collection(collection).aggregate<Result>([...stages], {
    comment: auditComment,
    readConcern: { level: "snapshot" },
    allowDiskUse: true,
  });
}
