export * from "../gen/tenantops/learning/v1/learning_pb.js";
