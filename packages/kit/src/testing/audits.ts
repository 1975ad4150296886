import { CountService } from "@tenant-ops/proto/common";
import { readCountedRows } from "../rpc/counts.js";
import type { CountedCollection } from "../data/analytics/counted-collection.js";
import { dayMs, toDay } from "../data/counts/count-changes.rules.js";
import type { TestTenant } from "./testing.types.js";
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

/** What analytics count for a business from 30 days ago until tomorrow, as one row per combination, sorted. */
export async function readCounted(
  { rpcOf }: Pick<TestTenant<never>, "rpcOf">,
  { name }: CountedCollection,
  groupBy: string[] = [],
): Promise<{ values: string[]; labels: string[]; counts: Record<string, number> }[]> {
  const today = toDay(new Date()).getTime();
  const bounds = [today - 30 * dayMs, today + 2 * dayMs].map((at) => new Date(at).toISOString());
  const answer = await rpcOf(CountService).queryCounts({ collection: name, groupBy, bounds });
  const found = readCountedRows(answer).map(({ values, counts }) => ({
    values,
    labels: values.map((value, index) => {
      const dimension = groupBy[index];
      return answer.labels.find((label) => label.dimension === dimension && label.value === value)?.label ?? "";
    }),
    counts,
  }));
  return found.toSorted((one, other) => (JSON.stringify(one.values) < JSON.stringify(other.values) ? -1 : 1));
}
