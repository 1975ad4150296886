import { secret } from "@tenant-ops/kit/config";
import { serviceConfig } from "@tenant-ops/kit/process";
import { z } from "zod";

const grpcUrl = (service: string) =>
  z.string().min(1).describe(`gRPC address of the ${service} service, asked whether a redirect target exists`);

export const config = serviceConfig.extend({
  CALL_CONTEXT_PRIVATE_KEY: secret("Signs the calls to roulettes and learning: base64url PKCS#8 Ed25519"),
  ROULETTES_GRPC_URL: grpcUrl("roulettes"),
  LEARNING_GRPC_URL: grpcUrl("learning"),
  CONSOLE_URL: z
    .url({ protocol: /^https?$/ })
    .transform((url) => url.replace(/\/+$/, ""))
    .describe("Address of the web console: flow pages, roulettes and courses have their links there"),
  FLOW_ALLOW_HTTP_LOOPBACK: z
    .stringbool()
    .default(false)
    .describe("Lets redirects go to http addresses of this machine (localhost); for development"),
});

export type FlowsConfig = z.infer<typeof config>;
