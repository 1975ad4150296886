export * from "../gen/tenantops/common/v1/callers_pb.js";
export * from "../gen/tenantops/common/v1/common_pb.js";
export * from "../gen/tenantops/common/v1/counts_pb.js";
export * from "../gen/tenantops/common/v1/data_pb.js";
export * from "../gen/tenantops/common/v1/resources_pb.js";
export { public$ as publicField } from "../gen/tenantops/event/v1/event_pb.js";
export { material, tool } from "../gen/tenantops/tool/v1/tool_pb.js";
export { listIssuers } from "./issuers.js";
