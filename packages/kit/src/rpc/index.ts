export { createRpcClients, getServiceName } from "./client.js";
export type { RpcClients, RpcClientsOptions, RpcReply } from "./client.types.js";
export type { FieldsOf, RpcHandlers } from "./definition.js";
export { joinReviews, requireText, reviewName, type PreviewCheck, type PreviewReview } from "./previews.js";
export { renderRemedyTable, type ResourceText } from "./resources.js";
export { createGrpcCredentials, tlsSettings, type GrpcCredentials } from "./tls.js";
export { getDefaultLimits, getLengthLimits, type LengthLimits } from "./lengths.js";
export { findViolations, validate } from "./validate.js";
export { describePattern } from "./violations.js";
