import { defineRoute, listQuery, listReply } from "@tenant-ops/kit/http";
import * as z from "zod";
import { dateTime, queryFlag } from "../fields.js";
import { businessPath, consolePath, ofBusiness } from "./records.js";

/**
 * `person`: a person has revoked it. `client`: the agent has given it back. `memberLeft`: its person is no member any more. `codeReused`,
 * `refreshTokenReused`: a code or a refresh token was sent again after its use, so two parties have it.
 */
const revokedReasons = ["person", "client", "memberLeft", "codeReused", "refreshTokenReused"] as const;

export type RevokedReason = (typeof revokedReasons)[number];

const connectionId = z.string().min(1).max(200);

const connection = z.strictObject({
  _id: z.string(),
  businessId: z.string(),
  isSandbox: z.boolean().describe("Whether it works in the sandbox of the business, and not in the business itself."),
  person: z.strictObject({ _id: z.string(), name: z.string(), email: z.string() }).describe("Who has allowed it."),
  client: z.strictObject({
    id: z.string().describe("Its `client_id`: an address, or the id of a registration."),
    name: z.string().describe("What it calls itself."),
    host: z
      .string()
      .nullable()
      .describe("The host that publishes it; null: it has registered itself, nothing is proven."),
    redirectHost: z.string().describe("Where the browser was sent with the code."),
  }),
  scopes: z.array(z.string()).describe("What the person has allowed; it never does more than the person may now."),
  requireProposal: z.boolean().describe("Its writes need the `proposal_token` of their preview."),
  createdAt: dateTime,
  lastUsedAt: dateTime.nullable().describe("To the minute."),
  calls: z.int().min(0).describe("Requests, to the minute."),
  isActive: z.boolean(),
  revokedAt: dateTime.nullable(),
  revokedReason: z
    .enum(revokedReasons)
    .nullable()
    .describe("Who or what has ended it. Null while it is not revoked, also when it has expired."),
  expiresAt: dateTime.describe("When it ends if it is not used; moves with its use."),
});

const path = `${businessPath}/connections` as const;
const active = queryFlag.optional().describe("`true`: not revoked; `false`: revoked. Absent: all.");

export const listConnections = defineRoute({
  id: "listConnections",
  method: "GET",
  path,
  service: "console",
  caller: "person",
  access: { scope: "connections:read" },
  summary: "List the connections of a business",
  description: "Newest first, also revoked ones.",
  params: ofBusiness,
  query: z.strictObject({
    ...listQuery,
    active,
    personId: z.string().min(1).max(200).optional().describe("Only those that this person has allowed."),
  }),
  replies: { 200: { description: "A page of connections", body: listReply(connection) } },
});

export const revokeConnection = defineRoute({
  id: "revokeConnection",
  method: "POST",
  path: `${path}/{connectionId}/revoke`,
  service: "console",
  caller: "person",
  access: { scope: "connections:write" },
  summary: "Revoke a connection",
  description:
    "Its tokens are refused on all replicas within a second, also while NATS is down. This cannot be undone; revoking it again changes nothing.",
  params: z.strictObject({ ...ofBusiness.shape, connectionId }),
  replies: { 200: { description: "The revoked connection", body: connection } },
  errors: ["connection_not_found"],
  idempotency: "accepted",
});

export const listOwnConnections = defineRoute({
  id: "listOwnConnections",
  method: "GET",
  path: `${consolePath}/connections`,
  service: "console",
  caller: "person",
  access: {},
  summary: "List one's own connections",
  description: "Those that the person who is signed in has allowed, in all businesses. Newest first.",
  query: z.strictObject({ ...listQuery, active }),
  replies: { 200: { description: "A page of connections", body: listReply(connection) } },
});

export const revokeOwnConnection = defineRoute({
  id: "revokeOwnConnection",
  method: "POST",
  path: `${consolePath}/connections/{connectionId}/revoke`,
  service: "console",
  caller: "person",
  access: {},
  summary: "Revoke one's own connection",
  params: z.strictObject({ connectionId }),
  replies: { 200: { description: "The revoked connection", body: connection } },
  errors: ["connection_not_found"],
  idempotency: "accepted",
});
