export * from "../gen/tenantops/webhooks/v1/webhooks_pb.js";
export * from "../gen/tenantops/webhooks/v1/events_pb.js";
