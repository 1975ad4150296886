import { defineRoute } from "@tenant-ops/kit/http";
import * as z from "zod";
import { businessPath, ofBusiness } from "./records.js";

const path = `${businessPath}/approval-notices` as const;
const hour = z.int().min(0).max(23);
const settings = {
  byEmail: z.boolean().describe("Whether you get an e-mail when requests of agents wait for you."),
  quietHours: z
    .strictObject({ from: hour, to: hour })
    .nullable()
    .describe(
      "Hours of the day, in the time zone of the business, in which you get none; what waits then is told afterwards. null, or the same hour twice: none.",
    ),
};
const notices = z.strictObject({
  isOffered: z.boolean().describe("Whether this installation sends e-mails."),
  email: z.string().describe("Where they go: the address by which the business knows you."),
  ...settings,
});

export const getApprovalNotices = defineRoute({
  id: "getApprovalNotices",
  method: "GET",
  path,
  service: "console",
  caller: "person",
  access: { scope: "approvals:decide" },
  summary: "Read how you are told that requests of agents wait",
  params: ofBusiness,
  replies: { 200: { description: "Your settings in this business", body: notices } },
});

export const setApprovalNotices = defineRoute({
  id: "setApprovalNotices",
  method: "PUT",
  path,
  service: "console",
  caller: "person",
  access: { scope: "approvals:decide" },
  summary: "Change how you are told that requests of agents wait",
  params: ofBusiness,
  body: z.strictObject(settings),
  replies: { 200: { description: "Your settings after the change", body: notices } },
  idempotency: "accepted",
});
