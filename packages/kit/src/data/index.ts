export type { BatchAttempt } from "./transactions/batch.types.js";
export type { BatchedWrite, PlannedWrite } from "./transactions/batch.types.js";
export type { BusinessUpdate } from "./tenancy/business-updates.js";
export { createCursorCodec, invalidCursor, type CursorCodec, type CursorValue } from "./lists/cursor.js";
export { countryCodes, isCountry } from "./time/countries.js";
export { createBusinessClosed, createSandboxEmptied, isBusinessClosed } from "./tenancy/closed-businesses.js";
export { openDatabase } from "./database.js";
export { isDuplicateKeyError } from "./ids.js";
export type {
  CollectionLife,
  DataLife,
  ErasureContext,
  ErasureStepContext,
  IdentifierKind,
  BusinessDeletionContext,
  LinkedName,
  PassRun,
  PassStep,
  PersonalData,
  PersonIdentifier,
  PersonRole,
  Retention,
} from "./data-life.types.js";
export { infrastructureLife } from "./infrastructure-life.js";
export type { Database, DatabaseOptions } from "./database.types.js";
export type { Scope, SnapshotScope, WriteScope } from "./tenancy/scope.types.js";
export type { SharedDeletes } from "./tenancy/shared-writes.js";
export { getOffsetMs, parseDateRange, type DateRange } from "./time/dates.js";
export { isMadeByMesh, newId, toNameKey } from "./ids.js";
export {
  findPageByWords,
  findRawPageByWords,
  nameCollation,
  nameIndex,
  type Searchable,
  toWordFilter,
  wordIndex,
} from "./lists/names.js";
export {
  planPersonSearch,
  planWordSearch,
  toChangedWords,
  toPersonWords,
  toSearchWords,
  type PersonDetails,
  type WordSearch,
} from "./lists/words.js";
export { digestIndexes } from "./schema/indexes.js";
export { migrateDatabase } from "./schema/migrate-database.js";
export type { DatabaseSchema, Migration } from "./schema/migrations.types.js";
export { storedReplyMs } from "./infrastructure.js";
export { startLeasedPeriodicTask, type LeasedPeriodicTask } from "./leases/leased-periodic-task.js";
export { acquireLease, releaseLease, runWithLease } from "./leases/lease.js";
export type { BusinessState, LeaseRow, OutboxRow } from "./infrastructure.js";
export type { StoredSecrets } from "./stored-secrets.js";
export {
  findPage,
  findPageOfAny,
  findRawPage,
  findSharedPage,
  newestFirst,
  sliceToPage,
  toListReply,
  type Page,
  type PageRequest,
} from "./lists/pages.js";
export type { RawPage } from "../serialization/raw-rows.js";
export { analyticsLife } from "./analytics/analytics-life.js";
export { analyticsIndexes } from "./analytics/analytics-records.js";
export type { CountedCollection, DimensionValues } from "./analytics/counted-collection.js";
export { foldChanges } from "./analytics/fold-changes.js";
export { packDays, startPacking } from "./analytics/pack-counts.js";
export {
  findCountedDays,
  queryCounts,
  type CountedRow,
  type CountFilter,
  type CountQuery,
} from "./analytics/query-counts.js";
export { dayMs } from "./counts/count-changes.rules.js";
export { findCountDifferences, repairCounts, type CountDifference, type CountSource } from "./counts/count-audit.js";
export { readDailyCounts, readRangeCounts, readTotals, type RangeCounts } from "./counts/daily-counts.js";
export type { CountChange, Counts, DailyCountRow, DayCounts } from "./counts/count-changes.rules.js";
export { toDayName } from "./time/day-name.js";
export { addDays, parseDays, startOfDay, toLocalDay, type LocalDay } from "./time/local-days.js";
export { createQuota, type Quota, type QuotaOptions } from "./counts/quota.js";
export type { RecordMemory } from "./transactions/record-memory.js";
export {
  auditNamedRecords,
  auditRecords,
  type AuditedRow,
  type AuditResult,
  type RecordAudit,
} from "./audits/record-audit.js";
export { createRecheck, type Pause } from "./audits/recheck.js";
export { toEqualityFilter } from "./lists/filters.js";
export { rangeFilter } from "./lists/filters.js";
export {
  fileChunkCollection,
  fileChunkIndexes,
  deleteFile,
  keepFile,
  readFile,
  setFileExpiry,
  storeFile,
  type StoredFile,
} from "./files/stored-files.js";
export { TenantCollection } from "./tenancy/tenant-collection.js";
export type { StoredRecord, UpdateCounts } from "./tenancy/tenant-collection.types.js";
export { tenancySettings } from "./tenancy/tenancy-guard.js";
export { type IndexDescription } from "mongodb";
