export { startAdminServer, type AdminServer, type Health } from "./admin-server.js";
export { startProcessBase, type ProcessBase, type ProcessBaseConfig } from "./process-base.js";
export {
  defineService,
  runProcess,
  runService,
  serviceConfig,
  serviceSettings,
  startService,
  type RunningService,
  type ServiceContext,
  type ServiceDefinition,
} from "./service.js";
