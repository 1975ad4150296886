export { auditCounts } from "./audit-counts.js";
export { startProcessBase, type ProcessBase, type ProcessBaseConfig } from "./process-base.js";
export { runProcess, runService } from "./run-process.js";
export { migrationConfig, runMigration } from "./run-migration.js";
export { runReconcile } from "./run-reconcile.js";
export { serviceConfig, serviceSettings, unreadableSecretsSetting } from "./service-settings.js";
export { startSharedProcess, type SharedProcess } from "./shared-process.js";
export { defineService, getSchema, startService } from "./service.js";
export type { RunningService, ServiceContext, ServiceDefinition } from "./service.types.js";
