export { type HistoryKindName, historyKinds } from "./history-kinds.js";
export * from "./sandbox.js";
export * from "./person-requests.js";
export * from "./retention.js";
export * from "./operator-businesses.js";
export * from "./operator-keys.js";
export * from "./operator-invitations.js";
export * from "./operator-calls.js";
export * from "./operator-offboardings.js";
