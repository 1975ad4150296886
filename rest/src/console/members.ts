import { defineRoute, listQuery, listReply } from "@tenant-ops/kit/http";
import * as z from "zod";
import { dateTime, searchBy } from "../fields.js";
import { businessPath, ofBusiness, role } from "./records.js";

const path = `${businessPath}/members` as const;
const ofMember = ofBusiness.extend({ memberId: z.string().min(1).max(200) });

const member = z.strictObject({
  _id: z.string(),
  personId: z.string(),
  isSelf: z.boolean().describe("Whether it is the person of this request."),
  name: z.string(),
  email: z.string(),
  role,
  hasPasskey: z.boolean(),
  createdAt: dateTime,
});

/** A link that is shown once. */
export const oneTimeLink = {
  url: z.url().describe("Works once. Shown here and never again; it is not stored."),
  expiresAt: dateTime,
};

export const listMembers = defineRoute({
  id: "listMembers",
  method: "GET",
  path,
  service: "console",
  caller: "person",
  access: { scope: "members:read" },
  summary: "List the members of the business",
  params: ofBusiness,
  query: z.strictObject({
    ...listQuery,
    role: role.optional(),
    search: searchBy("the name or the e-mail address"),
  }),
  replies: { 200: { description: "The members, in the order in which they joined", body: listReply(member) } },
});

export const updateMember = defineRoute({
  id: "updateMember",
  method: "PATCH",
  path: `${path}/{memberId}`,
  service: "console",
  caller: "person",
  access: { scope: "members:write", needsProof: true },
  summary: "Change the role of a member",
  description:
    "A role above one's own cannot be given. Only owners change admins and owners, and the last owner stays one. It holds for the member's next request.",
  params: ofMember,
  body: z.strictObject({ role }),
  replies: { 200: { description: "The member after the change", body: member } },
  errors: ["member_not_found", "last_owner"],
  idempotency: "accepted",
});

export const removeMember = defineRoute({
  id: "removeMember",
  method: "DELETE",
  path: `${path}/{memberId}`,
  service: "console",
  caller: "person",
  access: { scope: "members:write", needsProof: true },
  summary: "Remove a member",
  description:
    "Open invitations that the member has made end too. Only owners remove admins and owners, and the last owner stays.",
  params: ofMember,
  replies: { 204: { description: "The member is removed" } },
  errors: ["member_not_found", "last_owner"],
  idempotency: "accepted",
});

export const leaveBusiness = defineRoute({
  id: "leaveBusiness",
  method: "POST",
  path: `${businessPath}/leave`,
  service: "console",
  caller: "person",
  access: { scope: "business:read" },
  summary: "Leave the business",
  description: "The last owner cannot leave.",
  params: ofBusiness,
  replies: { 204: { description: "You are no member any more" } },
  errors: ["last_owner"],
  idempotency: "accepted",
});

export const createRecoveryLink = defineRoute({
  id: "createRecoveryLink",
  method: "POST",
  path: `${path}/{memberId}/recovery`,
  service: "console",
  caller: "person",
  access: { scope: "members:write", needsProof: true },
  summary: "Make a link with which a member signs in again",
  description:
    "For a member who has lost the passkey. Not for a person who is a member of other businesses too: the operator makes that link.",
  params: ofMember,
  replies: { 201: { description: "The link", body: z.strictObject(oneTimeLink) } },
  errors: ["member_not_found", "recovery_not_allowed", "quota_exceeded"],
  idempotency: "accepted",
});
