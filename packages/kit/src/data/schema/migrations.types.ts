import type { Document, Filter, IndexDescription } from "mongodb";

/** What the database of a process must look like. */
export interface DatabaseSchema {
  /** Per collection; the kit puts `businessId` in front of every key except those of TTL indexes. */
  indexes?: Record<string, readonly IndexDescription[]>;
  /** Per collection without a business; keys are used as they are. */
  sharedIndexes?: Record<string, readonly IndexDescription[]>;
  /** The steps from an empty database to this schema, in the order of their versions. */
  migrations?: readonly Migration[];
}

/** One step of the schema. `docs/developing.md` describes how to write one. */
export interface Migration {
  /** 1, 2, 3 and so on, without gaps. */
  version: number;
  /** One sentence: what changes. */
  change: string;
  /** What a process of the previous version does while this step runs and afterwards. */
  versionBefore: string;
  /** The digest of all declared indexes from this version on: a change of them needs a new step. */
  indexes: string;
  /** The second half of expand and contract: the oldest version whose processes work with the result. Absent: all of them do. */
  oldestVersion?: number;
  /** Indexes that no version since `oldestVersion` uses. They are dropped last. */
  drops?: readonly { collection: string; index: string }[];
  /** Changes of data. It may be interrupted and run again at any point, and while services write. */
  up?: (changes: MigrationChanges) => Promise<void>;
}

interface MigrationChanges {
  /**
   * Changes the records that match a filter, in batches in the order of their ids, with pauses. After a restart it continues after the last batch. A
   * step must always make its calls in the same order.
   */
  changeRecords: (change: RecordChange) => Promise<void>;
}

export interface RecordChange {
  collection: string;
  /** The records that lack the change; those that have it must not match. */
  filter: Filter<Document>;
  /**
   * The fields that `toUpdate` reads; none for an update that the database computes. When one of them changes meanwhile, the record is read again.
   */
  fields: readonly string[];
  toUpdate: (record: Document) => Document | Document[];
}

export interface StepProgress {
  /** The id of the last record that was examined. */
  after: unknown;
  /** True when no service has changed a record meanwhile; otherwise all records are examined again. */
  isUnchanged: boolean;
}

/** A step as the database records it, in the collection `migrations`. */
export interface MigrationRow {
  /** Its version. */
  _id: number;
  change: string;
  oldestVersion: number;
  startedAt: Date;
  /** Absent while it runs, or when its job was interrupted. */
  finishedAt?: Date;
  /** Records that were changed, in all runs. */
  changed: number;
  /** Progress of the present run, per call of `changeRecords`. */
  progress?: Record<string, StepProgress>;
  /** When it was found that processes of the previous version write no more records that the step would change. */
  settledAt?: Date;
  /** The digest of the indexes that the last job has brought. Only the row of the newest step has the present one. */
  indexes?: string;
  /** True when the job of an earlier build has run since, so its processes write the old form again; removed when a job has repeated the step. */
  isReopened?: true;
}
