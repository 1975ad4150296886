import { signingKey } from "@tenant-ops/kit/config";
import { serviceConfig } from "@tenant-ops/kit/process";
import * as z from "zod";

const grpcUrl = (service: string) =>
  z.string().min(1).describe(`gRPC address of the ${service} service, whose counters are queried`);

export const config = serviceConfig.extend({
  CALL_CONTEXT_PRIVATE_KEY: signingKey("Signs the calls to the services that count: base64url PKCS#8 Ed25519"),
  SUPPLY_GRPC_URL: grpcUrl("supply"),
  ROULETTES_GRPC_URL: grpcUrl("roulettes"),
  LEARNING_GRPC_URL: grpcUrl("learning"),
  FLOWS_GRPC_URL: grpcUrl("flows"),
  WEBHOOKS_GRPC_URL: grpcUrl("webhooks"),
  ACCOUNTS_GRPC_URL: z
    .string()
    .min(1)
    .describe("gRPC address of accounts, asked about businesses and, by analytics, about the calls of tools"),
});
