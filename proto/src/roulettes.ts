export * from "../gen/tenantops/roulettes/v1/roulettes_pb.js";
export * from "../gen/tenantops/roulettes/v1/events_pb.js";
