import type { Document } from "mongodb";
import type { Database } from "../database.types.js";
import { createRecheck, type Pause } from "./recheck.js";

/** Checks records of one kind against the records that they sum up. */
export interface RecordAudit<Row extends AuditedRow = AuditedRow> {
  /** The name of the records in the report, in the plural. */
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

export interface AuditOptions {
  /** Only this business. */
  businessId?: string | undefined;
  pause?: Pause | undefined;
}

interface Problem {
  record: AuditedRow;
  sentence: string;
}

const batchSize = 200;

/**
 * Runs one audit over all live businesses, or one of them. Records are read in batches, each in one query at one moment: a query for all of them
 * would need a snapshot for as long as it runs, and the server keeps one for five minutes. In memory is one batch. Only a record that is wrong at two
 * moments is a problem, because the checked records and the records they are compared with are read one after the other.
 */
export async function auditRecords<Row extends AuditedRow>(
  db: Database,
  audit: RecordAudit<Row>,
  onProblem: (sentence: string) => void,
  { businessId, pause }: AuditOptions = {},
): Promise<AuditResult> {
  const businesses = new Set<string>();
  const result = { records: 0, problems: 0 };
  const checkAgain = async (suspects: readonly AuditedRow[]) => {
    const filter = { businessId: { $in: [...new Set(suspects.map((suspect) => suspect.businessId))] } };
    for await (const batch of readSubjects(db, audit, filter, new Set(suspects.map(({ _id }) => _id)))) {
      for (const { record, sentence } of await checkBatch(db, audit, batch)) {
        result.problems += 1;
        onProblem(`${record._id} of ${record.businessId}: ${sentence}`);
      }
    }
  };
  const recheck = createRecheck(db, checkAgain, pause);
  for await (const batch of readSubjects(db, audit, businessId === undefined ? undefined : { businessId })) {
    result.records += batch.length;
    for (const subject of batch) businesses.add(subject.businessId);
    const found = await checkBatch(db, audit, batch);
    await recheck.add([...new Map(found.map(({ record }) => [record._id, record])).values()]);
  }
  await recheck.finish();
  return { ...result, businesses: businesses.size };
}

/** Which records are checked, in batches. */
async function* readSubjects<Row extends AuditedRow>(
  db: Database,
  audit: RecordAudit<Row>,
  ofBusinesses?: Document,
  onlyIds?: ReadonlySet<string>,
): AsyncIterable<AuditedRow[]> {
  const { collection, stages } = audit.subjects ?? { collection: audit.collection, stages: [] };
  const subjects = [
    ...(ofBusinesses ? [{ $match: ofBusinesses }] : []),
    ...stages,
    ...(onlyIds ? [{ $match: { _id: { $in: [...onlyIds] } } }] : []),
    { $project: { businessId: 1 } },
  ];
  let batch: AuditedRow[] = [];
  for await (const subject of db.acrossBusinesses<AuditedRow>(collection, subjects, { isSnapshot: false })) {
    batch.push(subject);
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

async function checkBatch<Row extends AuditedRow>(
  db: Database,
  audit: RecordAudit<Row>,
  batch: readonly AuditedRow[],
): Promise<Problem[]> {
  const found = new Set<string>();
  const problems: Problem[] = [];
  const stages = [{ $match: { _id: { $in: batch.map(({ _id }) => _id) } } }, ...audit.stages];
  for await (const row of db.acrossBusinesses<Row>(audit.collection, stages)) {
    found.add(row._id);
    for (const sentence of audit.findProblems(row)) problems.push({ record: row, sentence });
  }
  // Otherwise a record of the collection itself was deleted meanwhile.
  if ((audit.subjects?.collection ?? audit.collection) !== audit.collection)
    for (const subject of batch)
      if (!found.has(subject._id)) problems.push({ record: subject, sentence: "is named, and does not exist" });
  return problems.filter(({ record }) => !db.closedBusinesses.isDeleting(record.businessId));
}

interface NamedRecords extends Pick<RecordAudit, "records" | "collection"> {
  /** The collection whose rows name the records. */
  namedBy: string;
  /** Expression for the named id in such a row. */
  id: string | Document;
  /** Which of its rows name one; all of them when left out. */
  match?: Document;
}

/** Checks only that the records exist that rows of another collection name. */
export function auditNamedRecords({ records, collection, namedBy, id, match }: NamedRecords): RecordAudit {
  const stages = [
    ...(match ? [{ $match: match }] : []),
    { $group: { _id: id, businessId: { $first: "$businessId" } } },
  ];
  return {
    ...{ records, collection, subjects: { collection: namedBy, stages } },
    stages: [{ $project: { businessId: 1 } }],
    findProblems: () => [],
  };
}
