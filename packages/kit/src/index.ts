export type { BatchedWrite, Planned } from "./batch.js";
export { type Bus, ensureEventStream, eventStream, openBus } from "./bus.js";
export {
  BoundedCache,
  type Call,
  type Caller,
  contextSigner,
  contextVerifier,
  type SignContext,
  type VerifyContext,
} from "./call.js";
export { type Changed, type Stored, TenantCollection } from "./collection.js";
export {
  describeSettings,
  port,
  readConfig,
  secret,
  secretBytes,
  type SettingDescription,
  wholeNumber,
} from "./config.js";
export { type DateRange, dateRange } from "./dates.js";
export { type ErrorCode, type ErrorEntry, errorTable, isErrorCode } from "./error-table.js";
export {
  asRefusal,
  conflict,
  type ErrorBody,
  errorBody,
  faultOf,
  invalid,
  notFound,
  quoted,
  Refusal,
  refused,
  unavailable,
} from "./errors.js";
export { type EventListener, type ReceivedEvent, startListener, systemCall } from "./events.js";
export { type Clients, type ClientsOptions, createClients, type Reply, serviceName } from "./grpc-client.js";
export { type Rpcs, wire } from "./grpc-definition.js";
export { type GrpcCredentials, grpcCredentials, tlsSettings } from "./grpc-tls.js";
export { type AdminServer, type Health, startAdminServer } from "./health.js";
export { asOwn, callOf, markReplayed, read, repeatableCallOf, traceparentOf } from "./http.js";
export { newId } from "./ids.js";
export { holdLease, releaseLease } from "./lease.js";
export {
  type Database,
  type DatabaseOptions,
  isDuplicate,
  openDatabase,
  type Scope,
  type WriteScope,
} from "./mongo.js";
export { aggregatePage, findPage, newestFirst, type Page, type PageRequest, toListAnswer } from "./pages.js";
export { type Check, requiredText, type Review } from "./previews.js";
export { remedyTable, type ResourceText } from "./resources.js";
export { pageQuery, toRestList } from "./rest-pages.js";
export {
  defineService,
  run,
  type RunningService,
  runProcess,
  serviceConfig,
  type ServiceDefinition,
  serviceSettings,
  startService,
  type Toolbox,
} from "./service.js";
export {
  continueTrace,
  createLogger,
  createMetrics,
  type Logger,
  type Metrics,
  parseTraceparent,
  traceIdOf,
} from "./telemetry.js";
export {
  type Span,
  type SpanAttributes,
  type SpanStart,
  startSpan,
  startTracing,
  tracingSettings,
  withinSpan,
} from "./tracing.js";
export { validate } from "./validate.js";
export type { IndexDescription } from "mongodb";
