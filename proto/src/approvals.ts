export * from "../gen/tenantops/approvals/v1/approvals_pb.js";
export * from "../gen/tenantops/approvals/v1/events_pb.js";
