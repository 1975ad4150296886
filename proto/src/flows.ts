export * from "../gen/tenantops/flows/v1/flows_pb.js";
export * from "../gen/tenantops/flows/v1/events_pb.js";
