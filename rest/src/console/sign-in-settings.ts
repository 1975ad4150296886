import { defineRoute } from "@tenant-ops/kit/http";
import * as z from "zod";
import { dateTime, value } from "../fields.js";
import { businessPath, ofBusiness } from "./records.js";

const path = `${businessPath}/sign-in` as const;

const given = {
  issuer: z
    .url({ protocol: /^https?$/ })
    .max(500)
    .describe("Address of the identity provider, as its document says it. One for many organizations is refused."),
  clientId: value(500).min(1),
  domains: z
    .array(
      value(253)
        .toLowerCase()
        .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/),
    )
    .min(1)
    .max(20)
    .describe("E-mail domains whose people may sign in."),
  role: z.enum(["viewer", "operator", "approver"]).describe("Role of a person who signs in for the first time."),
};

const acceptsMissingEmailVerified = z
  .boolean()
  .describe(
    "An account without the claim `email_verified` may sign in, because the provider has verified all its addresses. Without this it may not.",
  );

const settings = z.strictObject({
  provider: z
    .strictObject({ ...given, acceptsMissingEmailVerified, updatedAt: dateTime })
    .nullable()
    .describe("null: people of this business sign in with passkeys and links only."),
  signInUrl: z.url().describe("Where people of this business sign in with the provider."),
  redirectUrl: z.url().describe("To be entered at the identity provider as redirect URI. Each business has its own."),
});

export const getSignInSettings = defineRoute({
  id: "getSignInSettings",
  method: "GET",
  path,
  service: "console",
  caller: "person",
  access: { scope: "members:write" },
  summary: "Read how people sign in with the identity provider of the business",
  params: ofBusiness,
  replies: { 200: { description: "The settings, without the client secret", body: settings } },
});

export const testIdentityProvider = defineRoute({
  id: "testIdentityProvider",
  method: "POST",
  path: `${path}/test`,
  service: "console",
  caller: "person",
  access: { scope: "members:write" },
  summary: "Read the document of an identity provider",
  description: "Nothing is stored. Client id and secret cannot be tried without a person who signs in.",
  params: ofBusiness,
  body: z.strictObject({ issuer: given.issuer }),
  replies: {
    200: {
      description: "What the provider says of itself",
      body: z.strictObject({
        issuer: z.string(),
        authorizationEndpoint: z.string().describe("Where people are sent to sign in."),
        tokenEndpoint: z.string(),
      }),
    },
  },
  errors: ["egress_refused", "identity_provider_failed"],
});

export const putSignInSettings = defineRoute({
  id: "putSignInSettings",
  method: "PUT",
  path,
  service: "console",
  caller: "person",
  access: { scope: "members:write", needsProof: true },
  summary: "Set the identity provider of the business",
  description:
    "The provider's document is read before anything is stored. Another issuer or client id needs the client secret again. With another issuer or without one of the domains, the sessions that the provider began end.",
  params: ofBusiness,
  body: z.strictObject({
    ...given,
    acceptsMissingEmailVerified: acceptsMissingEmailVerified.default(false),
    clientSecret: z.string().min(1).max(1000).optional().describe("Absent: the stored one stays. It is never shown."),
  }),
  replies: { 200: { description: "The settings after the change", body: settings } },
  errors: ["egress_refused", "identity_provider_failed"],
  idempotency: "accepted",
});

export const deleteSignInSettings = defineRoute({
  id: "deleteSignInSettings",
  method: "DELETE",
  path,
  service: "console",
  caller: "person",
  access: { scope: "members:write", needsProof: true },
  summary: "Stop signing in with the identity provider",
  description: "The sessions that it began end. Members stay; those without a passkey need a recovery link.",
  params: ofBusiness,
  replies: { 204: { description: "The settings are deleted" } },
  errors: ["sign_in_not_configured"],
  idempotency: "accepted",
});
