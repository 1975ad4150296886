export {
  type AnsweredCollection,
  createCountHandlers,
  type FindLabels,
  labelFromField,
  readCountedRows,
} from "./counts.js";
export { createRpcClients, getServiceName } from "./client.js";
export type { RpcClients, RpcClientsOptions, RpcJsonReply, RpcReply, UnaryMethod } from "./client.types.js";
export { serializeMessage } from "../serialization/message-writer.js";
export { type JsonBytes, toJsonBytes } from "../serialization/json-output.js";
export type { FieldsOf, RpcHandlers } from "./definition.js";
export { createPersonNames, listPersonNames } from "./data-requests.js";
export { describeMaterial, listMaterialFields, requireAsPreviewed } from "./material.js";
export { fillDefaults } from "./messages/defaults.js";
export { selectPresentFields } from "./messages/present-fields.js";
export {
  joinReviews,
  requireLines,
  requireText,
  reviewChanges,
  reviewName,
  type PreviewCheck,
  type PreviewReview,
} from "./previews.js";
export { pageMimeType, renderRemedyTable, type ResourceText } from "./resources.js";
export { createRowsWriter } from "./messages/rows-writer.js";
export { startRpcServer } from "./rpc-server.js";
export type { GrpcServer } from "./server.js";
export { bindHandlers } from "./service-binding.js";
export { createGrpcCredentials, tlsSettings, type GrpcCredentials } from "./tls.js";
export { getDefaultLimits, getLengthLimits, type LengthLimits } from "./messages/lengths.js";
export { seal } from "./messages/sealed.js";
export { findViolations, validate } from "./messages/validate.js";
