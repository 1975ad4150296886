export * from "../gen/tenantops/common/v1/callers_pb.js";
export * from "../gen/tenantops/common/v1/common_pb.js";
export * from "../gen/tenantops/common/v1/resources_pb.js";
export * from "../gen/tenantops/common/v1/sandbox_pb.js";
