export * from "../gen/tenantops/flows/v1/flows_pb.js";
