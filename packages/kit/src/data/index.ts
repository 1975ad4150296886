export type { BatchAttempt } from "./batch-attempt.js";
export type { BatchedWrite, PlannedWrite } from "./batch.types.js";
export type { BusinessUpdate } from "./business-updates.js";
export { createCursorCodec, invalidCursor, type CursorCodec, type CursorValue } from "./cursor.js";
export { countryCodes, isCountry } from "./countries.js";
export { createBusinessLeaving } from "./closed-businesses.js";
export { openDatabase } from "./database.js";
export { isDuplicateKeyError } from "./duplicate-key.js";
export type {
  CollectionLife,
  DataLife,
  DeletionStep,
  DeletionStepContext,
  DeletionTurn,
  ErasureContext,
  ErasureStep,
  ErasureStepContext,
  IdentifierKind,
  LeaveContext,
  PersonalData,
  PersonIdentifier,
  PersonRole,
  Retention,
} from "./data-life.types.js";
export { infrastructureLife } from "./infrastructure-life.js";
export type { Database, DatabaseOptions, SandboxResets } from "./database.types.js";
export type { SharedRecords } from "./empty-sandbox.js";
export type { Scope, WriteScope } from "./scope.types.js";
export type { SharedDeletes } from "./shared-writes.js";
export { parseDateRange, type DateRange } from "./dates.js";
export { newId } from "./ids.js";
export { findPageByName, nameCollation, nameIndex, type NameSearch } from "./names.js";
export { digestIndexes } from "./indexes.js";
export { migrateDatabase } from "./migrate-database.js";
export type { DatabaseSchema, Migration } from "./migrations.types.js";
export { storedReplyMs } from "./infrastructure.js";
export { startLeasedPeriodicTask, type LeasedPeriodicTask } from "./leased-periodic-task.js";
export { acquireLease, releaseLease, runWithLease } from "./lease.js";
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
} from "./pages.js";
export { dayMs } from "./count-changes.rules.js";
export { findCountDifferences, repairCounts, type CountDifference, type CountSource } from "./count-audit.js";
export { readDailyCounts, readRangeCounts, readTotals, type RangeCounts } from "./daily-counts.js";
export type { CountChange, Counts, DailyCountRow, DayCounts } from "./daily-counts.types.js";
export { parseDays, type LocalDay } from "./local-days.js";
export { createQuota, type Quota, type QuotaOptions } from "./quota.js";
export type { RecordMemory } from "./record-memory.js";
export {
  auditNamedRecords,
  auditRecords,
  type AuditedRow,
  type AuditResult,
  type RecordAudit,
} from "./record-audit.js";
export { createSecondLook, type Pause } from "./second-look.js";
export { toEqualityFilter } from "./equality-filter.js";
export { rangeFilter } from "./range-filter.js";
export {
  fileChunkCollection,
  fileChunkIndexes,
  deleteFile,
  keepFile,
  readFile,
  setFileExpiry,
  storeFile,
  type StoredFile,
} from "./stored-files.js";
export { TenantCollection } from "./tenant-collection.js";
export type { StoredRecord, UpdateCounts } from "./tenant-collection.types.js";
export { tenancySettings } from "./tenancy-settings.js";
export { type IndexDescription } from "mongodb";
