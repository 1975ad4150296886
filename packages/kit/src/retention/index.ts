export { openArchiveStore, retentionSettings } from "./archive-settings.js";
export type { ArchiveStore } from "./folder-store.js";
export { deleteAllFiles, planArchive, readText } from "./archive-files.js";
export { type ArchivePlan, readRecord, splitLines, toAttachmentName } from "./archive-format.rules.js";
export {
  archiveCollection,
  type ArchiveRow,
  countArchives,
  findArchive,
  findElsewhere,
  findNextArchive,
  requirePlace,
} from "./archives.store.js";
export { findByAge } from "./collect-groups.js";
export { createFolderStore } from "./folder-store.js";
export { recordsPerTransaction } from "./remove-groups.js";
export { dropCounts } from "./removed-counts.store.js";
export {
  deleteArchiveWithFiles,
  deleteUnused,
  useReplacement,
  withFileCleanup,
  writeReplacement,
} from "./replace-archive.js";
export { hasArchives, retentionIndexes, retentionLife, retentionShared } from "./retention-life.js";
export { registerRetentionMetrics } from "./retention-metrics.js";
export { startRetention, sweep, toArchiveLease } from "./retention.worker.js";
export type { RetentionContext } from "./retention-context.types.js";
export type {
  Attachment,
  FoundHistory,
  HistoryGroup,
  HistoryItem,
  HistoryKind,
  HistoryPart,
  HistorySearch,
  RetentionMode,
  RetentionRule,
  RetentionRules,
} from "./retention.types.js";
export { createServiceRetention, type ServiceRetention } from "./service-retention.js";
