export * from "../gen/tenantops/webhooks/v1/webhooks_pb.js";
