import { secretBytesList, signingKey, wholeNumber } from "@tenant-ops/kit/config";
import { checkEgressSettings, egressSettings } from "@tenant-ops/kit/egress";
import { serviceConfig, unreadableSecretsSetting } from "@tenant-ops/kit/process";
import { z } from "zod";

export const config = serviceConfig
  .extend({
    CALL_CONTEXT_PRIVATE_KEY: signingKey("Signs the calls to accounts as issuer `console`: base64url PKCS#8 Ed25519"),
    ACCOUNTS_GRPC_URL: z
      .string()
      .min(1)
      .describe("gRPC address of accounts, asked about businesses and, by analytics, about the calls of tools"),
    APP_URL: z
      .url({ protocol: /^https?$/ })
      .transform((url) => url.replace(/\/+$/, ""))
      .describe("Where people sign in; the same as that of the gateway"),
    CONSOLE_URL: z
      .url({ protocol: /^https?$/ })
      .transform((url) => url.replace(/\/+$/, ""))
      .describe(
        "Where public pages of businesses are; the same as that of the gateway. The application links and previews them",
      ),
    PUBLIC_URL: z
      .url({ protocol: /^https?$/ })
      .transform((url) => url.replace(/\/+$/, ""))
      .describe("Where agents reach the gateway; the same as that of the gateway. It is the issuer of access tokens"),
    LINK_SECRET: secretBytesList(
      32,
      "Makes links of invitations and refresh tokens, and encrypts client secrets of identity providers: 32 bytes in base64url; the same in all replicas. Several, comma-separated, for rotation: the first makes and encrypts, all recognise and decrypt",
    ),
    ...unreadableSecretsSetting,
    OAUTH_CLIENTS_MAX: wholeNumber(
      20_000,
      "Clients that have registered themselves. Above it, the oldest goes that was never used and is older than an hour; without one, registrations are refused",
    ),
    ...egressSettings,
  })
  .superRefine(checkEgressSettings);

export type ConsoleConfig = z.infer<typeof config>;
