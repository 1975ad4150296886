import type { Database } from "../data/database.types.js";
import { auditRecords, type RecordAudit } from "../data/audits/record-audit.js";

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
