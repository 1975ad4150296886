export { startProcessBase, type ProcessBase, type ProcessBaseConfig } from "./process-base.js";
export { runProcess, runService } from "./run-process.js";
export { jobConfig, runMigration } from "./run-migration.js";
export { type Audits, type OtherDatabases, runReconciliation } from "./run-reconcile.js";
export { runReencryption } from "./run-reencrypt.js";
export { serviceConfig, serviceSettings, unreadableSecretsSetting } from "./service-settings.js";
export { startSharedProcess, type SharedProcess } from "./shared-process.js";
export { defineService, getSchema, startService } from "./service.js";
export type { RunningService, ServiceContext, ServiceDefinition } from "./service.types.js";
