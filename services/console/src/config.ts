import { secret, secretBytesList, signingKey, wholeNumber } from "@tenant-ops/kit/config";
import { checkEgressSettings, egressSettings } from "@tenant-ops/kit/egress";
import { serviceConfig, unreadableSecretsSetting } from "@tenant-ops/kit/process";
import * as z from "zod";

export const config = serviceConfig
  .extend({
    CALL_CONTEXT_PRIVATE_KEY: signingKey("Signs the calls to accounts as issuer `console`: base64url PKCS#8 Ed25519"),
    ACCOUNTS_GRPC_URL: z
      .string()
      .min(1)
      .describe("gRPC address of accounts, asked about businesses and, by analytics, about the calls of tools"),
    APPROVALS_GRPC_URL: z.string().min(1).describe("gRPC address of approvals, asked what waits for a person"),
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
    SMTP_URL: secret(
      "Server for the mails that tell people what waits for them: smtp://host:port or smtps://host:port, with user and password where it needs them. It may be an internal one. With a user, smtp:// needs STARTTLS. Empty: no mails are sent, and the console does not offer them",
    )
      .refine(isSmtpUrl, "must be smtp://host:port or smtps://host:port")
      .optional(),
    MAIL_FROM: z
      .string()
      .regex(
        /^(?:[^<>\r\n]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/,
        "must be an address, or a name with <an address>",
      )
      .optional()
      .describe(
        "The sender of these mails, such as approvals@example.com, also with a name before it. Needed with SMTP_URL",
      ),
    ...egressSettings,
  })
  .superRefine(checkEgressSettings)
  .refine(({ SMTP_URL, MAIL_FROM }) => !SMTP_URL || MAIL_FROM, {
    path: ["MAIL_FROM"],
    message: "is needed with SMTP_URL",
  });

function isSmtpUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return ["smtp:", "smtps:"].includes(protocol) && hostname !== "";
}

export type ConsoleConfig = z.infer<typeof config>;
