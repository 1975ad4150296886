import { defineRoute, listQuery, listReply } from "@tenant-ops/kit/http";
import * as z from "zod";
import { byId, dateQuery, dateTime, line, personTexts, searchBy } from "../fields.js";
import { acceptedDocuments, bySlug, redirect, utm } from "./fields.js";

const path = "/v1/public/flows/{slug}/registrations";

const state = z
  .enum(["pending", "completed", "rejected", "expired"])
  .describe(
    "`pending`: waits for documents or for the bank. Only `completed` counts, in totals and as an event. `rejected`: by the bank. `expired`: without its documents.",
  );

const file = z
  .strictObject({
    _id: z.string(),
    mediaType: z.enum(["application/pdf", "image/png", "image/jpeg", "text/plain"]),
    bytes: z.int().min(1),
    sha256: z.string(),
    uploadedAt: dateTime,
  })
  .meta({ id: "RegistrationFile", description: "A file of a visitor. It is not checked for malware." });

const bankValidation = z
  .strictObject({
    status: z
      .enum(["not_sent", "sending", "waiting", "approved", "rejected", "failed"])
      .describe(
        "`not_sent`: the documents come first. `sending`: attempts go on. `waiting`: for the callback. `failed`: given up; it can be sent again.",
      ),
    reason: z.string().describe("In the words of the provider; empty without one."),
    attempts: z.int().min(0),
    lastAttemptAt: dateTime.nullable(),
    lastFailure: z
      .string()
      .describe("`timeout`, `http_500`, `bad_answer`, `no_callback`, `provider_off` and so on; empty without one."),
    nextAt: dateTime.nullable().describe("The next attempt, or the end of waiting for the callback."),
  })
  .meta({ id: "BankValidation" });

const registration = z
  .strictObject({
    _id: z.string(),
    flowId: z.string(),
    slug: z.string(),
    state,
    uncounted: z
      .enum(["automatic", "repeated"])
      .optional()
      .describe(
        "Why a completed registration is not counted: `automatic`, a program seems to have sent it; `repeated`, the same person has registered on the same day. Absent when it is counted.",
      ),
    waitsFor: z.enum(["documents", "bank"]).nullable().describe("Of a pending registration."),
    answers: z
      .record(z.string(), z.string())
      .describe("By the `value` of the question. Questions without an answer are absent."),
    utm,
    redirect,
    acceptedDocuments,
    proof: z
      .discriminatedUnion("method", [
        z.strictObject({ method: z.literal("whatsapp"), phone: z.string().describe("In E.164."), at: dateTime }),
        z.strictObject({
          method: z.literal("identity_provider"),
          issuer: z.string(),
          subject: z.string(),
          email: z.string().optional().describe("Only one that the provider has verified."),
          at: dateTime,
        }),
      ])
      .nullable()
      .describe("What the visitor had proved before the form; `null` when nothing was asked."),
    files: z
      .array(
        z.strictObject({
          field: z.string().describe("The `value` of the question."),
          text: z.string(),
          isRequired: z.boolean(),
          file: file.nullable().describe("null: not sent."),
        }),
      )
      .describe("The documents that the visitor was asked for."),
    bankValidation: bankValidation.nullable().describe("null when the flow did not require it."),
    createdAt: dateTime,
    completedAt: dateTime.nullable(),
  })
  .meta({
    id: "Registration",
    description:
      "What one visitor entered. `utm` is what the flow had then; `redirect` is where the visitor is sent: the main redirect of the flow, or an additional one.",
  });

const bySlugAndId = bySlug.extend(byId.shape);
const missing = ["flow_not_found", "registration_not_found"] as const;

export const listRegistrations = defineRoute({
  id: "listRegistrations",
  method: "GET",
  path,
  service: "flows",
  caller: "tenant",
  access: { scope: "visitors:read" },
  summary: "List the registrations of a flow",
  description:
    "What visitors answered, newest first. The answers are personal data. A page may have fewer items than `limit` when answers are long: go on until `has_more` is false.",
  params: bySlug,
  query: z.strictObject({ state: state.optional(), search: searchBy(personTexts), ...dateQuery, ...listQuery }),
  replies: { 200: { description: "A page of registrations", body: listReply(registration) } },
  errors: ["flow_not_found"],
  tools: ["flows_list_registrations"],
});

export const exportRegistrations = defineRoute({
  id: "exportRegistrations",
  method: "GET",
  path: `${path}/export`,
  service: "flows",
  caller: "tenant",
  access: { scope: "visitors:read" },
  summary: "Export the registrations of a flow",
  description:
    "All registrations that the list would show, newest first, as one file of any length. `ndjson`: a line for each, as the list has them. `csv` (RFC 4180 with the `separator`, UTF-8 with a byte order mark): a row for each, with a column for each question of the flow; the names of the columns are in the language of the visitors, the questions as the page shows them, and one column has the answers to earlier questions as JSON. Programs read `ndjson`. Answers to questions of the types `number` and `phone` stay as they are. Another cell that a spreadsheet would calculate, also a part of it after the other separator, a tab or a line break, gets an apostrophe in front. The answers are personal data; a person who was erased has none. When the connection breaks before the end, the file is not complete.",
  params: bySlug,
  query: z.strictObject({
    format: z.enum(["csv", "ndjson"]).default("csv"),
    separator: z
      .enum(["comma", "semicolon"])
      .optional()
      .describe(
        "Between the cells in `csv`. Without it, as spreadsheets in the country of the business expect: `semicolon` where the comma is the decimal sign.",
      ),
    state: state.optional(),
    search: searchBy(personTexts),
    ...dateQuery,
  }),
  replies: {
    200: {
      description: "The file",
      body: z.string().meta({ format: "binary" }),
      contentType: "application/octet-stream",
      headers: { "Content-Disposition": "`attachment`, with the slug of the flow in the name." },
    },
  },
  errors: ["flow_not_found"],
});

export const getRegistration = defineRoute({
  id: "getRegistration",
  method: "GET",
  path: `${path}/{id}`,
  service: "flows",
  caller: "tenant",
  access: { scope: "visitors:read" },
  summary: "Read one registration",
  description: "The event `flow.registration.completed` names its `registrationId` and its `slug`.",
  params: bySlugAndId,
  replies: { 200: { description: "The registration", body: registration } },
  errors: missing,
});

export const downloadRegistrationFile = defineRoute({
  id: "downloadRegistrationFile",
  method: "GET",
  path: `${path}/{id}/files/{fileId}`,
  service: "flows",
  caller: "tenant",
  access: { scope: "visitors:read" },
  summary: "Download a file of a visitor",
  description: "The registration names its files. They are personal data and are not checked for malware.",
  params: bySlugAndId.extend({ fileId: z.string().min(1).max(200) }),
  replies: {
    200: {
      description: "The file",
      body: z.string().meta({ format: "binary" }),
      contentType: "application/octet-stream",
      headers: { "Content-Disposition": "`attachment`, with a name made of the question and the hash." },
    },
  },
  errors: [...missing, "registration_file_not_found"],
});

export const resendBankValidation = defineRoute({
  id: "resendBankValidation",
  method: "POST",
  path: `${path}/{id}/resend-bank-validation`,
  service: "flows",
  caller: "tenant",
  access: { scope: "visitors:write" },
  summary: "Ask the bank again about a registration",
  description:
    "For a registration that waits for the bank: its attempts begin again, at once, with the same `webhook-id`, so that the provider recognises it.",
  params: bySlugAndId,
  replies: { 200: { description: "The registration", body: registration } },
  errors: [...missing, "registration_not_pending", "bank_provider_not_found"],
  idempotency: "accepted",
});

export const reportBankValidation = defineRoute({
  id: "reportBankValidation",
  method: "POST",
  path: "/v1/public/flows/bank-validations/{id}",
  service: "flows",
  caller: "tenant",
  access: { scope: "visitors:write" },
  acceptsSignature: true,
  summary: "Report the outcome of a bank validation",
  description:
    "The callback of the provider. `{id}` is the registration that it was asked about. In place of a key it may send the headers of Standard Webhooks, signed with the secret of the bank validation, at most five minutes old. What is known already changes nothing, so a repeat is harmless.",
  params: byId,
  body: z.strictObject({
    registrationId: z.string().min(1).max(200).describe("The same as in the path: only the body is signed."),
    status: z.enum(["approved", "rejected", "pending"]),
    reason: line(500).default(""),
  }),
  replies: {
    200: {
      description: "What is known now",
      body: z.strictObject({ _id: z.string(), state, bankValidation }).meta({ id: "BankValidationReport" }),
    },
  },
  errors: ["registration_not_found", "registration_not_pending"],
  idempotency: "accepted",
});
