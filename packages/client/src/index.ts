export type { CallAttempt, ClientOptions, ReadOptions, WriteOptions } from "./call.types.js";
export { type Client, createClient } from "./client.js";
export { type ClientErrorCode, type Problem, TenantOpsError } from "./error.js";
export type * from "./generated/areas.js";
export type { ErrorCode } from "./generated/errors.js";
export type * from "./generated/models.js";
export { List } from "./list.js";
export { verifyWebhook, type VerifyOptions, type WebhookEvent, type WebhookHeaders } from "./webhook.js";
