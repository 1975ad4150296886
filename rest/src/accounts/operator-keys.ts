import { defineRoute, listQuery, listReply } from "@tenant-ops/kit/http";
import * as z from "zod";
import { apiKey, businessesPath, keyFields, newApiKey, ofBusiness, ofKey, rotatedApiKey } from "./operator-records.js";

const path = `${businessesPath}/{businessId}/keys`;
const { name, mode, scopes, expiresAt, allowedAddresses, requireProposal, toolsets, rates } = keyFields;

export const listKeys = defineRoute({
  id: "listKeys",
  method: "GET",
  path,
  service: "accounts",
  caller: "operator",
  summary: "List the keys of a business",
  description: "In the order of their creation, also revoked and expired ones. Never the keys themselves.",
  params: ofBusiness,
  query: z.strictObject({ ...listQuery, name: z.string().max(200).optional().describe("The exact name.") }),
  replies: { 200: { description: "A page of keys", body: listReply(apiKey) } },
  errors: ["business_not_found"],
});

export const getKey = defineRoute({
  id: "getKey",
  method: "GET",
  path: `${path}/{keyId}`,
  service: "accounts",
  caller: "operator",
  summary: "Read one key",
  params: ofKey,
  replies: { 200: { description: "The key, without the key itself", body: apiKey } },
  errors: ["key_not_found"],
});

export const createKey = defineRoute({
  id: "createKey",
  method: "POST",
  path,
  service: "accounts",
  caller: "operator",
  summary: "Create a key",
  description:
    "The answer shows `key`, which no later answer does; a repeat with the same Idempotency-Key shows it again for a day. The first key with `mode: test` makes the sandbox of the business.",
  params: ofBusiness,
  body: z.strictObject({
    name,
    mode: mode.default("live"),
    scopes: scopes.default(["*"]),
    expiresAt: expiresAt.optional(),
    allowedAddresses: allowedAddresses.default([]),
    requireProposal: requireProposal.optional(),
    toolsets: toolsets.default([]),
    rates: rates.default({}),
  }),
  replies: { 201: { description: "The new key", body: newApiKey } },
  errors: ["business_not_found", "business_closed"],
  idempotency: "accepted",
});

export const rotateKey = defineRoute({
  id: "rotateKey",
  method: "POST",
  path: `${path}/{keyId}/rotate`,
  service: "accounts",
  caller: "operator",
  summary: "Replace a key",
  description: "Creates a key with the same rights; the old one ends after the overlap.",
  params: ofKey,
  body: z.strictObject({
    overlapDays: z.number().min(0).max(7).default(1).describe("How long the old key works beside the new one."),
  }),
  replies: { 201: { description: "The new key", body: rotatedApiKey } },
  errors: ["key_not_found", "key_revoked", "business_closed"],
  idempotency: "accepted",
});

export const revokeKey = defineRoute({
  id: "revokeKey",
  method: "POST",
  path: `${path}/{keyId}/revoke`,
  service: "accounts",
  caller: "operator",
  summary: "Revoke a key",
  description:
    "The key and its access tokens are refused on all replicas within a second (30 seconds while NATS is down). This cannot be undone; revoking it again changes nothing.",
  params: ofKey,
  replies: { 200: { description: "The revoked key", body: apiKey } },
  errors: ["key_not_found"],
  idempotency: "accepted",
});
