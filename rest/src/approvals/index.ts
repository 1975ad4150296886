export {
  type ApprovalRule,
  type ApprovalNeeds,
  approvalNeeds,
  type ApprovalStatus,
  approvalStatuses,
  rulesMax,
} from "./records.js";
export * from "./approvals.js";
