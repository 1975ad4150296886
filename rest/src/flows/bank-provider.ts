import { defineRoute } from "@tenant-ops/kit/http";
import * as z from "zod";
import { dateTime, line } from "../fields.js";

const path = "/v1/public/flows/bank-provider";

const fields = {
  url: z.string().describe("Where registrations are validated."),
  isEnabled: z.boolean().describe("While it is `false`, flows register visitors without validation."),
  secrets: z
    .array(z.strictObject({ kid: z.string(), createdAt: dateTime, expiresAt: dateTime.optional() }))
    .describe("The secrets that sign now, the newest first, without their text. Two during a rotation."),
  createdAt: dateTime,
  updatedAt: dateTime,
};
const secret = z.string().describe("Signs requests and callbacks, `whsec_…`. No later answer shows it.");

const provider = z
  .strictObject(fields)
  .meta({ id: "BankProvider", description: "Who validates the registrations of the flows that require it." });

const providerWithSecret = z
  .strictObject({ ...fields, secret })
  .meta({ id: "BankProviderWithSecret", description: "The provider with its new secret." });

export const getBankProvider = defineRoute({
  id: "getBankProvider",
  method: "GET",
  path,
  service: "flows",
  caller: "tenant",
  summary: "Read the bank validation of the business",
  description: "Never a secret.",
  replies: {
    200: {
      description: "The provider; `null` while none is set up",
      body: z.strictObject({ provider: provider.nullable() }).meta({ id: "BankValidationSettings" }),
    },
  },
});

export const putBankProvider = defineRoute({
  id: "putBankProvider",
  method: "PUT",
  path,
  service: "flows",
  caller: "tenant",
  access: { scope: "settings:write", needsProof: true },
  summary: "Set up the bank validation of the business",
  description:
    "For all flows with `isBankProviderRequired`. Each registration is sent to `url` as a signed POST (Standard Webhooks); it answers `{status, reason}`, where `status` is `approved`, `rejected`, or `pending` with a callback to `POST /v1/public/flows/bank-validations/{id}`. Only the first answer shows `secret`.",
  body: z.strictObject({
    url: line(2048).min(1).describe("A public https address."),
    isEnabled: z.boolean().default(true),
  }),
  replies: {
    200: {
      description: "The provider as it is now",
      body: z
        .strictObject({
          ...fields,
          secret: secret.nullable().describe("Only when this request has made it; else null."),
        })
        .meta({ id: "BankProviderAfterChange" }),
    },
  },
  errors: ["egress_refused"],
  idempotency: "accepted",
});

export const deleteBankProvider = defineRoute({
  id: "deleteBankProvider",
  method: "DELETE",
  path,
  service: "flows",
  caller: "tenant",
  access: { scope: "settings:write", needsProof: true },
  summary: "Delete the bank validation of the business",
  description:
    "Flows register visitors without it. Registrations that wait for it fail at their next attempt; set up again, they can be sent again.",
  replies: { 204: { description: "It is deleted" } },
  errors: ["bank_provider_not_found"],
  idempotency: "accepted",
});

export const rotateBankProviderSecret = defineRoute({
  id: "rotateBankProviderSecret",
  method: "POST",
  path: `${path}/rotate-secret`,
  service: "flows",
  caller: "tenant",
  access: { scope: "settings:write", needsProof: true },
  summary: "Replace the secret of the bank validation",
  description:
    "Until the overlap ends, requests carry the signatures of the old and the new secret, and callbacks may use either.",
  body: z.strictObject({
    overlapHours: z.number().min(0).max(168).default(24).describe("How long the old secret signs as well."),
  }),
  replies: { 200: { description: "The provider with its new secret", body: providerWithSecret } },
  errors: ["bank_provider_not_found"],
  idempotency: "accepted",
});

export const testBankProvider = defineRoute({
  id: "testBankProvider",
  method: "POST",
  path: `${path}/test`,
  service: "flows",
  caller: "tenant",
  access: { scope: "settings:write", needsProof: true },
  summary: "Try the bank validation",
  description:
    "Sends one signed request with `test: true` and without answers, also while it is off, and waits five seconds. Nothing is stored.",
  replies: {
    200: {
      description: "What the provider has answered",
      body: z
        .strictObject({
          status: z.enum(["approved", "rejected", "pending", "failed"]),
          reason: z.string().describe("In the words of the provider; empty without one."),
          failure: z
            .string()
            .describe(
              "Of `failed`: `timeout`, `dns`, `connect`, `tls`, `http_500`, `bad_answer` and so on; else empty.",
            ),
        })
        .meta({ id: "BankProviderTest" }),
    },
  },
  errors: ["bank_provider_not_found"],
  idempotency: "accepted",
});
