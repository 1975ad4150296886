import { defineRoute } from "@tenant-ops/kit/http";
import * as z from "zod";
import { dateTime, line } from "../fields.js";
import { consolePath, passkeyAnswer, passkeyOptions } from "./records.js";

const path = `${consolePath}/passkeys` as const;
const ofPasskey = z.strictObject({ passkeyId: z.string().min(1).max(200) });
const name = line(100).min(1);

const passkey = z.strictObject({
  _id: z.string(),
  name,
  isSynced: z.boolean().describe("Whether it exists on several devices of the person."),
  isFromLink: z
    .boolean()
    .describe(
      "Added after a link was used, by the person or by whoever made the link. Confirmed when the person joins another business.",
    ),
  createdAt: dateTime,
  lastUsedAt: dateTime.nullable(),
});

export const listPasskeys = defineRoute({
  id: "listPasskeys",
  method: "GET",
  path,
  service: "console",
  caller: "person",
  access: {},
  summary: "List your passkeys",
  description: "A person has at most 20.",
  replies: { 200: { description: "The passkeys, oldest first", body: z.strictObject({ items: z.array(passkey) }) } },
});

export const createPasskeyOptions = defineRoute({
  id: "createPasskeyOptions",
  method: "POST",
  path: `${path}/options`,
  service: "console",
  caller: "person",
  access: {},
  summary: "Begin to add a passkey",
  description:
    "The options count once, for five minutes and in this session. Needs a fresh proof, except for the first passkey of a person who came with a link.",
  replies: { 200: { description: "Options for the browser", body: passkeyOptions } },
  errors: ["step_up_required", "quota_exceeded"],
});

export const createPasskey = defineRoute({
  id: "createPasskey",
  method: "POST",
  path,
  service: "console",
  caller: "person",
  access: {},
  summary: "Add a passkey",
  body: z.strictObject({ name: name.optional().describe("By default the browser and system."), answer: passkeyAnswer }),
  replies: { 201: { description: "The passkey", body: passkey } },
  errors: ["step_up_required", "passkey_rejected", "quota_exceeded"],
});

export const renamePasskey = defineRoute({
  id: "renamePasskey",
  method: "PATCH",
  path: `${path}/{passkeyId}`,
  service: "console",
  caller: "person",
  access: {},
  summary: "Rename a passkey",
  params: ofPasskey,
  body: z.strictObject({ name }),
  replies: { 200: { description: "The passkey", body: passkey } },
  errors: ["passkey_not_found"],
});

export const deletePasskey = defineRoute({
  id: "deletePasskey",
  method: "DELETE",
  path: `${path}/{passkeyId}`,
  service: "console",
  caller: "person",
  access: { needsProof: true },
  summary: "Delete a passkey",
  description: "The last passkey stays. Sessions go on; end them under `sessions`.",
  params: ofPasskey,
  replies: { 204: { description: "The passkey is deleted" } },
  errors: ["step_up_required", "passkey_not_found", "last_passkey"],
});
