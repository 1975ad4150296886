export * from "../gen/tenantops/supply/v1/supply_pb.js";
export * from "../gen/tenantops/supply/v1/events_pb.js";
