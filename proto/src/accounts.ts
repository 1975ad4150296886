export * from "../gen/tenantops/accounts/v1/accounts_pb.js";
