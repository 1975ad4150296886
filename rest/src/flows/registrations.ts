import { defineRoute, listQuery, listReply } from "@tenant-ops/kit/http";
import { z } from "zod";
import { byId, dateQuery, dateTime } from "../fields.js";
import { acceptedDocuments, bySlug, redirect, utm } from "./fields.js";

const path = "/v1/public/flows/{slug}/registrations";

const registration = z
  .strictObject({
    _id: z.string(),
    flowId: z.string(),
    slug: z.string(),
    answers: z
      .record(z.string(), z.string())
      .describe("By the `value` of the question. Questions without an answer are absent."),
    utm,
    redirect,
    acceptedDocuments,
    createdAt: dateTime,
  })
  .meta({
    id: "Registration",
    description:
      "What one visitor entered. `utm` is what the flow had then; `redirect` is where the visitor was sent: the main redirect of the flow, or an additional one.",
  });

export const listRegistrations = defineRoute({
  id: "listRegistrations",
  method: "GET",
  path,
  service: "flows",
  caller: "tenant",
  summary: "List the registrations of a flow",
  description:
    "What visitors answered, newest first. The answers are personal data. A page may have fewer items than `limit` when answers are long: go on until `has_more` is false.",
  params: bySlug,
  query: z.strictObject({ ...dateQuery, ...listQuery }),
  replies: { 200: { description: "A page of registrations", body: listReply(registration) } },
  errors: ["flow_not_found"],
});

export const getRegistration = defineRoute({
  id: "getRegistration",
  method: "GET",
  path: `${path}/{id}`,
  service: "flows",
  caller: "tenant",
  summary: "Read one registration",
  description: "The event `flow.registration.completed` names its `registrationId` and its `slug`.",
  params: bySlug.extend(byId.shape),
  replies: { 200: { description: "The registration", body: registration } },
  errors: ["flow_not_found", "registration_not_found"],
});
