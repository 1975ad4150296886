import { signingKey } from "@tenant-ops/kit/config";
import { serviceConfig } from "@tenant-ops/kit/process";
import * as z from "zod";

const grpcUrl = (service: string) =>
  z.string().min(1).describe(`gRPC address of ${service}: dns:///host:port or host:port`);

export const config = serviceConfig.extend({
  CALL_CONTEXT_PRIVATE_KEY: signingKey(
    "Signs the calls to other services as issuer `approvals`: base64url PKCS#8 Ed25519",
  ),
  APP_URL: z
    .url({ protocol: /^https?$/ })
    .transform((url) => url.replace(/\/+$/, ""))
    .describe("Where people sign in; agents get addresses below it"),
  ACCOUNTS_GRPC_URL: grpcUrl("accounts"),
  CONSOLE_GRPC_URL: grpcUrl("console"),
  SUPPLY_GRPC_URL: grpcUrl("supply"),
  ROULETTES_GRPC_URL: grpcUrl("roulettes"),
  LEARNING_GRPC_URL: grpcUrl("learning"),
  FLOWS_GRPC_URL: grpcUrl("flows"),
});

export type ApprovalsConfig = z.infer<typeof config>;
