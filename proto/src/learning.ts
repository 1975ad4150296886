export * from "../gen/tenantops/learning/v1/learning_pb.js";
export * from "../gen/tenantops/learning/v1/events_pb.js";
