import { defineRoute, listQuery, listReply } from "@tenant-ops/kit/http";
import * as z from "zod";
import { email, name } from "../fields.js";
import { oneTimeLink } from "./members.js";
import { businessPath, invitationFields, ofBusiness, openInvitation, role } from "./records.js";

const path = `${businessPath}/invitations` as const;

export const listInvitations = defineRoute({
  id: "listInvitations",
  method: "GET",
  path,
  service: "console",
  caller: "person",
  access: { scope: "members:read" },
  summary: "List open invitations",
  description: "Those that were neither used nor withdrawn and have not expired.",
  params: ofBusiness,
  query: z.strictObject(listQuery),
  replies: { 200: { description: "The invitations, newest first", body: listReply(openInvitation) } },
});

export const inviteMember = defineRoute({
  id: "inviteMember",
  method: "POST",
  path,
  service: "console",
  caller: "person",
  access: { scope: "members:write", needsProof: true },
  summary: "Invite a person",
  description:
    "The link works once, for seven days. A role above one's own cannot be given. A repeat with the same Idempotency-Key gets the same link.",
  params: ofBusiness,
  body: z.strictObject({ name, email: email(320), role }),
  replies: {
    201: { description: "The invitation", body: z.strictObject({ ...invitationFields, ...oneTimeLink }) },
  },
  errors: ["already_member", "quota_exceeded"],
  idempotency: "accepted",
});

export const withdrawInvitation = defineRoute({
  id: "withdrawInvitation",
  method: "DELETE",
  path: `${path}/{invitationId}`,
  service: "console",
  caller: "person",
  access: { scope: "members:write", needsProof: true },
  summary: "Withdraw an invitation",
  params: ofBusiness.extend({ invitationId: z.string().min(1).max(200) }),
  replies: { 204: { description: "The link does not work any more" } },
  errors: ["invitation_not_found"],
  idempotency: "accepted",
});
