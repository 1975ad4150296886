export { createRpcClients, getServiceName, type RpcClients, type RpcClientsOptions, type RpcReply } from "./client.js";
export { type RpcHandlers } from "./definition.js";
export { requireText, type PreviewCheck, type PreviewReview } from "./previews.js";
export { renderRemedyTable, type ResourceText } from "./resources.js";
export { createGrpcCredentials, tlsSettings, type GrpcCredentials } from "./tls.js";
export { validate } from "./validate.js";
