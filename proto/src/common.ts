export * from "../gen/tenantops/common/v1/business_pb.js";
export * from "../gen/tenantops/common/v1/callers_pb.js";
export * from "../gen/tenantops/common/v1/common_pb.js";
export * from "../gen/tenantops/common/v1/person_pb.js";
export * from "../gen/tenantops/common/v1/resources_pb.js";
export * from "../gen/tenantops/common/v1/retention_pb.js";
export * from "../gen/tenantops/common/v1/sandbox_pb.js";
export { public$ as publicField } from "../gen/tenantops/event/v1/event_pb.js";
export { material } from "../gen/tenantops/tool/v1/tool_pb.js";
