import type { Document } from "mongodb";
import type { Database } from "./database.types.js";

/** Checks records of one kind against the records that they sum up. */
export interface RecordAudit<Row extends AuditedRow = AuditedRow> {
  /** What the records are called in the report, in the plural. */
  records: string;
  collection: string;
  /** Which records are checked. By default those of `collection`; otherwise each row has the `_id` of one of them and its business. */
  subjects?: { collection: string; stages: readonly Document[] };
  /** Computes what `findProblems` needs, for some records of `collection`. */
  stages: readonly Document[];
  /** One sentence per contradiction. */
  findProblems: (row: Row) => string[];
}

export interface AuditedRow {
  _id: string;
  businessId: string;
}

export interface AuditResult {
  records: number;
  businesses: number;
  problems: number;
}

const batchSize = 200;

/**
 * Runs one audit over all live businesses, or one of them. Records are read in batches, each in one query at one moment: a query for
 * all of them would need a snapshot for as long as it runs, and the server keeps one for five minutes. In memory is one batch.
 */
export async function auditRecords<Row extends AuditedRow>(
  db: Database,
  audit: RecordAudit<Row>,
  onProblem: (sentence: string) => void,
  businessId?: string,
): Promise<AuditResult> {
  const businesses = new Set<string>();
  const result = { records: 0, problems: 0 };
  const check = async (batch: readonly AuditedRow[]) => {
    const found = new Set<string>();
    const stages = [{ $match: { _id: { $in: batch.map(({ _id }) => _id) } } }, ...audit.stages];
    const report = ({ _id, businessId: owner }: AuditedRow, problem: string) => {
      result.problems += 1;
      onProblem(`${_id} of ${owner}: ${problem}`);
    };
    for await (const row of db.acrossBusinesses<Row>(audit.collection, stages)) {
      found.add(row._id);
      for (const problem of audit.findProblems(row)) report(row, problem);
    }
    // A record of the collection itself was deleted meanwhile.
    if (!audit.subjects) return;
    for (const subject of batch) if (!found.has(subject._id)) report(subject, "is named, and does not exist");
  };

  let batch: AuditedRow[] = [];
  const { collection, stages } = audit.subjects ?? { collection: audit.collection, stages: [] };
  const ofBusiness = businessId === undefined ? [] : [{ $match: { businessId } }];
  const subjects = [...ofBusiness, ...stages, { $project: { businessId: 1 } }];
  for await (const subject of db.acrossBusinesses<AuditedRow>(collection, subjects, { isSnapshot: false })) {
    result.records += 1;
    businesses.add(subject.businessId);
    batch.push(subject);
    if (batch.length < batchSize) continue;
    await check(batch);
    batch = [];
  }
  if (batch.length > 0) await check(batch);
  return { ...result, businesses: businesses.size };
}

/** The records that rows of another collection name. */
export function findNamedRecords(collection: string, field: string) {
  const stages = [{ $group: { _id: `$${field}`, businessId: { $first: "$businessId" } } }];
  return { collection, stages };
}
