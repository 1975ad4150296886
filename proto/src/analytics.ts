export * from "../gen/tenantops/analytics/v1/analytics_pb.js";
