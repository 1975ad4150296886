import { defineRoute } from "@tenant-ops/kit/http";
import * as z from "zod";
import { dateTime, line, someOf, value } from "../fields.js";

const path = "/v1/public/flows/visitor-sign-in";

const whatsappInput = z.strictObject({
  phoneNumberId: z
    .string()
    .regex(/^\d{5,30}$/)
    .describe("The phone number ID of the WhatsApp Cloud API; not the phone number."),
  accessToken: value(2000)
    .min(1)
    .regex(/^[\x21-\x7e]+$/)
    .optional()
    .describe("Absent: the stored one stays. It is never shown. Another `phoneNumberId` needs it again."),
  templateName: z
    .string()
    .regex(/^[a-z0-9_]{1,512}$/)
    .describe("An approved template of the category authentication with a copy-code button."),
  templateLanguage: z
    .string()
    .regex(/^[a-z]{2,3}(_[A-Z]{2,3})?$/)
    .describe("In the spelling of WhatsApp."),
  codesPerDayMax: z
    .int()
    .min(1)
    .max(100_000)
    .default(500)
    .describe("Each code costs the business money: more are not sent in 24 hours."),
});

const identityProviderInput = z.strictObject({
  issuer: z
    .url({ protocol: /^https?$/ })
    .max(500)
    .describe("Address of the identity provider, without `/.well-known/…`."),
  clientId: value(500).min(1),
  clientSecret: z
    .string()
    .min(1)
    .max(1000)
    .optional()
    .describe("Absent: the stored one stays. It is never shown. Another `issuer` or `clientId` needs it again."),
});

const send = z
  .strictObject({
    at: dateTime,
    outcome: z
      .enum(["sending", "sent", "failed"])
      .describe("`sent`: WhatsApp has accepted the message. `sending`: its answer was not stored."),
    detail: z.string().describe("What has failed and what to do; empty otherwise."),
  })
  .meta({ id: "CodeSend" });

const settings = z
  .strictObject({
    whatsapp: z
      .strictObject({
        phoneNumberId: z.string(),
        templateName: z.string(),
        templateLanguage: z.string(),
        codesPerDayMax: z.int(),
        lastSend: send.nullable().describe("How the last code was sent, of a test or to a visitor."),
        updatedAt: dateTime,
      })
      .nullable(),
    identityProvider: z.strictObject({ issuer: z.string(), clientId: z.string(), updatedAt: dateTime }).nullable(),
    redirectUrl: z
      .url()
      .describe("To be entered at the identity provider as redirect URI. All flows of the business have the same."),
  })
  .meta({ id: "VisitorSignIn", description: "How visitors of flows can prove who they are. Secrets are never shown." });

const common = { path, service: "flows", caller: "tenant" } as const;

export const getVisitorSignIn = defineRoute({
  ...common,
  id: "getVisitorSignIn",
  method: "GET",
  summary: "Read how visitors can prove who they are",
  replies: { 200: { description: "The settings; `null` where nothing is set", body: settings } },
});

export const putVisitorSignIn = defineRoute({
  ...common,
  id: "putVisitorSignIn",
  access: { scope: "settings:write", needsProof: true },
  method: "PUT",
  summary: "Set how visitors can prove who they are",
  description:
    "A part that is absent stays as it is; `null` removes it. From then on, flows whose `authType` names a part that is set ask visitors for a proof before the form. The document of the identity provider is read before anything is stored; of WhatsApp, nothing is checked: send a test.",
  body: someOf({ whatsapp: whatsappInput.nullable(), identityProvider: identityProviderInput.nullable() }),
  replies: { 200: { description: "The settings after the change", body: settings } },
  errors: ["egress_refused", "identity_provider_failed"],
  idempotency: "accepted",
});

export const deleteVisitorSignIn = defineRoute({
  ...common,
  id: "deleteVisitorSignIn",
  access: { scope: "settings:write", needsProof: true },
  method: "DELETE",
  summary: "Remove both ways to prove who visitors are",
  description: "Visitors then register without a proof.",
  replies: { 204: { description: "Nothing is set any more" } },
  idempotency: "accepted",
});

export const testVisitorWhatsApp = defineRoute({
  ...common,
  id: "testVisitorWhatsApp",
  access: { scope: "settings:write", needsProof: true },
  method: "POST",
  path: `${path}/whatsapp/test`,
  summary: "Send a test code over WhatsApp",
  description:
    "Sends a code that proves nothing. WhatsApp charges it like any other, and it counts in the limits of the phone and of the day. A phone gets at most one code in 60 seconds.",
  body: z.strictObject({
    phone: line(40).min(1).describe("With country code, such as +52 55 1234 5678."),
  }),
  replies: { 200: { description: "How it went; also when WhatsApp has refused the message", body: send } },
  errors: ["whatsapp_not_configured", "rate_limited"],
  idempotency: "required",
});
