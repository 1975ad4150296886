import { defineRoute, listQuery, listReply } from "@tenant-ops/kit/http";
import * as z from "zod";
import { dateTime, name, someOf } from "../fields.js";
import { consolePath, person } from "./records.js";

const sessionsPath = `${consolePath}/sessions` as const;

const session = z.strictObject({
  _id: z.string(),
  isCurrent: z.boolean().describe("Whether it is the session of this request."),
  startedBy: z.enum(["link", "passkey", "identityProvider"]),
  userAgent: z.string(),
  address: z.string(),
  createdAt: dateTime,
  lastUsedAt: dateTime.describe("Exact to five minutes."),
  expiresAt: dateTime.describe("Unless it is used before."),
});

export const updateProfile = defineRoute({
  id: "updateProfile",
  method: "PATCH",
  path: `${consolePath}/profile`,
  service: "console",
  caller: "person",
  access: {},
  summary: "Change your name or language",
  body: someOf({ name, language: z.enum(["es", "en", "pt"]).nullable() }),
  replies: { 200: { description: "The person after the change", body: person } },
});

export const listSessions = defineRoute({
  id: "listSessions",
  method: "GET",
  path: sessionsPath,
  service: "console",
  caller: "person",
  access: {},
  summary: "List your sessions",
  query: z.strictObject(listQuery),
  replies: { 200: { description: "The sessions, newest first", body: listReply(session) } },
});

export const endSession = defineRoute({
  id: "endSession",
  method: "DELETE",
  path: `${sessionsPath}/{sessionId}`,
  service: "console",
  caller: "person",
  access: {},
  summary: "End a session",
  params: z.strictObject({ sessionId: z.string().min(1).max(200) }),
  replies: { 204: { description: "The session has ended" } },
  errors: ["person_session_not_found"],
});

export const endOtherSessions = defineRoute({
  id: "endOtherSessions",
  method: "POST",
  path: `${sessionsPath}/end-others`,
  service: "console",
  caller: "person",
  access: {},
  summary: "End all other sessions",
  replies: { 200: { description: "How many have ended", body: z.strictObject({ ended: z.int().min(0) }) } },
});
