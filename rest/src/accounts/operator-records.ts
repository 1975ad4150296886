import * as z from "zod";
import { dateTime, name } from "../fields.js";

export const businessesPath = "/v1/admin/businesses";
export const ofBusiness = z.strictObject({ businessId: z.string().min(1).max(200) });
export const ofKey = z.strictObject({ businessId: z.string().min(1).max(200), keyId: z.string().min(1).max(200) });

const perMinute = z.int().min(0).max(1_000_000).optional();
export const rates = z
  .strictObject({ requestsPerMinute: perMinute, writesPerMinute: perMinute, listsPerMinute: perMinute })
  .describe("Limits of its own, in place of those of the settings.");

/** Fields of the body of POST and PATCH, and of the record. */
export const businessFields = {
  name,
  country: z.string().regex(/^[A-Z]{2}$/),
  currency: z.string().regex(/^[A-Z]{3}$/),
  timeZone: z.string().min(1).max(100).describe("IANA name: its days begin and end there."),
  requireProposal: z.boolean().describe("Keys write only what was previewed, so over MCP only."),
  rates,
};

export const business = z
  .strictObject({
    _id: z.string(),
    sandboxId: z.string().nullable().describe("Business id of its sandbox; null until it has a test key."),
    ...businessFields,
    active: z.boolean().describe("While it is false, every key of the business is refused."),
    createdAt: dateTime,
  })
  .meta({ id: "Business" });

export const keyFields = {
  name,
  mode: z.enum(["live", "test"]).describe("A test key works in the sandbox of the business."),
  scopes: z
    .array(z.string().regex(/^(\*|[a-z]+:(read|write))$/))
    .min(1)
    .max(100)
    .describe("`*` for everything, or `<area>:read` and `<area>:write`."),
  expiresAt: z.iso.datetime({ offset: true }).nullable(),
  allowedAddresses: z
    .array(z.string().min(1).max(100))
    .max(100)
    .describe("IP addresses or networks that may use the key; an empty list means all."),
  requireProposal: z.boolean().nullable().describe("In place of that of the business; null follows the business."),
  toolsets: z
    .array(z.string().min(1).max(50))
    .max(50)
    .describe("Toolsets of requests that name none, such as `operations`."),
  rates,
};

const keyShape = {
  _id: z.string(),
  businessId: z.string(),
  ...keyFields,
  expiresAt: dateTime.nullable(),
  hint: z.string().describe("The beginning of the key, to recognise it."),
  sandboxId: z.string().nullable().optional().describe("Of a test key: the business id that its requests work in."),
  createdAt: dateTime,
  revokedAt: dateTime.nullable(),
  lastUsedAt: dateTime.nullable().describe("About a minute late."),
  replacesKeyId: z.string().nullable().describe("The key that this one replaced in a rotation."),
};

export const apiKey = z.strictObject(keyShape).meta({ id: "ApiKey" });

const shownOnce = z.string().describe("The key itself. Shown here and never again; it is not stored.");

export const newApiKey = z.strictObject({ ...keyShape, key: shownOnce }).meta({ id: "ApiKeyWithSecret" });

export const rotatedApiKey = z
  .strictObject({ ...keyShape, key: shownOnce, oldKeyExpiresAt: dateTime.describe("Until then both keys work.") })
  .meta({ id: "RotatedApiKey" });

export const operatorCall = z
  .strictObject({
    _id: z.string(),
    operator: z.string().describe("Name of the operator key."),
    requestId: z.string(),
    address: z.string(),
    method: z.string(),
    path: z.string().describe("Without the query."),
    businessId: z.string().optional().describe("What the path names."),
    keyId: z.string().optional(),
    created: z.string().optional().describe("Id of the business or key that the call created."),
    at: dateTime,
    status: z.int().nullable().describe("null: under way, or the gateway was stopped before its answer."),
    answeredAt: dateTime.nullable(),
  })
  .meta({ id: "OperatorCall" });
