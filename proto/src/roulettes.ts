export * from "../gen/tenantops/roulettes/v1/roulettes_pb.js";
