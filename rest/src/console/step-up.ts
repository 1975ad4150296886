import { defineRoute } from "@tenant-ops/kit/http";
import * as z from "zod";
import { dateTime } from "../fields.js";
import { consolePath, passkeyAnswer, passkeyOptions } from "./records.js";

const path = `${consolePath}/step-up` as const;

export const createStepUpOptions = defineRoute({
  id: "createStepUpOptions",
  method: "POST",
  path: `${path}/options`,
  service: "console",
  caller: "person",
  access: {},
  summary: "Begin to confirm with a passkey",
  description: "The options count once, for five minutes and in this session.",
  replies: { 200: { description: "Options for the browser", body: passkeyOptions } },
  errors: ["passkey_missing"],
});

export const completeStepUp = defineRoute({
  id: "completeStepUp",
  method: "POST",
  path,
  service: "console",
  caller: "person",
  access: {},
  summary: "Confirm with a passkey",
  description: "For the next five minutes, actions that need a proof are carried out in this session.",
  body: z.strictObject({ answer: passkeyAnswer }),
  replies: { 200: { description: "Until when the proof counts", body: z.strictObject({ provenUntil: dateTime }) } },
  errors: ["passkey_rejected"],
});
