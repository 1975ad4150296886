export * from "../gen/tenantops/console/v1/console_pb.js";
