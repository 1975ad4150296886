export * from "../gen/tenantops/approvals/v1/approvals_pb.js";
