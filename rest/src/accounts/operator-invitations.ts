import { defineRoute, listQuery, listReply } from "@tenant-ops/kit/http";
import * as z from "zod";
import { openInvitation, role } from "../console/records.js";
import { dateTime, email, name } from "../fields.js";
import { businessesPath, ofBusiness } from "./operator-records.js";

const path = `${businessesPath}/{businessId}/invitations` as const;

export const createInvitation = defineRoute({
  id: "createInvitation",
  method: "POST",
  path,
  service: "accounts",
  caller: "operator",
  summary: "Invite a person to a business",
  description:
    "Makes a link that works once, for seven days. With it a person signs in to the console and becomes a member; when the e-mail is that of a member, this member signs in again. Send it by a channel that only this person reads. A repeat with the same Idempotency-Key gets the same link.",
  params: ofBusiness,
  body: z.strictObject({
    name: name.describe("Name of the person."),
    email: email(320),
    role: role.default("owner"),
  }),
  replies: {
    201: {
      description: "The invitation",
      body: z
        .strictObject({
          _id: z.string(),
          url: z.url().describe("The link. Shown here and never again; it is not stored."),
          expiresAt: dateTime,
        })
        .meta({ id: "Invitation" }),
    },
  },
  errors: ["business_not_found", "business_closed"],
  idempotency: "accepted",
});

export const listBusinessInvitations = defineRoute({
  id: "listBusinessInvitations",
  method: "GET",
  path,
  service: "accounts",
  caller: "operator",
  summary: "List the open invitations of a business",
  description:
    "Those that were neither used nor withdrawn and have not expired, whether an operator or a member has made them. Without their links.",
  params: ofBusiness,
  query: z.strictObject(listQuery),
  replies: {
    200: {
      description: "The invitations, newest first",
      body: listReply(openInvitation.meta({ id: "OpenInvitation" })),
    },
  },
  errors: ["business_not_found"],
});

export const withdrawBusinessInvitation = defineRoute({
  id: "withdrawBusinessInvitation",
  method: "DELETE",
  path: `${path}/{invitationId}`,
  service: "accounts",
  caller: "operator",
  summary: "Withdraw an invitation",
  params: ofBusiness.extend({ invitationId: z.string().min(1).max(200) }),
  replies: { 204: { description: "The link does not work any more" } },
  errors: ["business_not_found", "invitation_not_found", "business_closed"],
  idempotency: "accepted",
});
