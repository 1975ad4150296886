import { auditRecords, type RecordAudit } from "../data/audits/record-audit.js";
import { type CountDifference, type CountSource, findCountDifferences } from "../data/counts/count-audit.js";
import type { Database } from "../data/database.types.js";

/** Runs audits for a business, or for all of them. @returns how many records each has checked, and every problem */
export async function listAuditProblems(
  db: Database,
  // oxlint-disable-next-line typescript/no-explicit-any -- each audit has rows of its own type
  audits: readonly RecordAudit<any>[],
  businessId?: string,
): Promise<{ counts: number[]; problems: string[] }> {
  const counts: number[] = [];
  const problems: string[] = [];
  for (const audit of audits) {
    const addProblem = (sentence: string) => void problems.push(sentence);
    const { records } = await auditRecords(db, audit, addProblem, { businessId, pause: async () => undefined });
    counts.push(records);
  }
  return { counts, problems };
}

/** Where the counters of a business differ from a full count. */
export async function listCountDifferences(
  db: Database,
  businessId: string,
  sources: readonly CountSource[],
): Promise<CountDifference[]> {
  const found: CountDifference[] = [];
  // The job compares all businesses at once, which takes longer with each test of a file.
  const acrossBusinesses: Database["acrossBusinesses"] = (collection, stages, given) =>
    db.acrossBusinesses(collection, [{ $match: { businessId } }, ...stages], given);
  for (const source of sources) {
    for await (const difference of findCountDifferences({ ...db, acrossBusinesses }, source)) {
      if (difference.businessId === businessId) found.push(difference);
    }
  }
  return found;
}
