export * from "../gen/tenantops/tool/v1/tool_pb.js";
