import { defineRoute, listQuery, listReply } from "@tenant-ops/kit/http";
import * as z from "zod";
import { byId } from "../fields.js";
import { approvalStatus, commonFields } from "./records.js";

const path = "/v1/public/approvals";
const ownOnly = "A key reads what it has asked for itself, and decides nothing: that takes a person who is signed in.";

const approval = z
  .strictObject({ ...commonFields, url: z.string().describe("Where a person decides.") })
  .meta({ id: "Approval", description: "A write that waits for people, or has waited." });

export const listApprovals = defineRoute({
  id: "listApprovals",
  method: "GET",
  path,
  service: "approvals",
  caller: "tenant",
  access: { withoutScope: true },
  summary: "List what waits for people",
  description: `The newest first. ${ownOnly}`,
  query: z.strictObject({ ...listQuery, status: approvalStatus.optional() }),
  replies: { 200: { description: "A page of approvals", body: listReply(approval) } },
});

export const getApproval = defineRoute({
  id: "getApproval",
  method: "GET",
  path: `${path}/{id}`,
  service: "approvals",
  caller: "tenant",
  access: { withoutScope: true },
  summary: "Read what waits for people",
  description: ownOnly,
  params: byId,
  replies: { 200: { description: "The approval", body: approval } },
  errors: ["approval_not_found"],
});
