import { defineRoute, listQuery, listReply } from "@tenant-ops/kit/http";
import * as z from "zod";
import { byId, dateTime, name, nameQuery, someOf } from "../fields.js";

const path = "/v1/public/flows/targets";

const kind = z.enum(["survey", "event"]);
const url = z.string().max(2048).describe("A complete https address without user name and password.");

/** The name of the address in the rules. */
const names = { redirect_url: "url" };

const target = z
  .strictObject({
    _id: z.string(),
    kind,
    name: z.string(),
    url: z.string(),
    createdAt: dateTime,
    updatedAt: dateTime,
  })
  .meta({
    id: "FlowTarget",
    description:
      "A survey or an event of another site, to which flows can redirect: its `_id` is a `redirect.targetId`.",
  });

export const listTargets = defineRoute({
  id: "listTargets",
  method: "GET",
  path,
  service: "flows",
  caller: "tenant",
  summary: "List the surveys and events",
  description:
    "Targets of redirects on other sites, newest first. Roulettes and courses are targets too and have lists of their own.",
  query: z.strictObject({ kind: kind.optional(), ...nameQuery, ...listQuery }),
  replies: { 200: { description: "A page of targets", body: listReply(target) } },
});

export const getTarget = defineRoute({
  id: "getTarget",
  method: "GET",
  path: `${path}/{id}`,
  service: "flows",
  caller: "tenant",
  summary: "Read one survey or event",
  params: byId,
  replies: { 200: { description: "The target", body: target } },
  errors: ["target_not_found"],
});

export const createTarget = defineRoute({
  id: "createTarget",
  method: "POST",
  path,
  service: "flows",
  caller: "tenant",
  summary: "Add a survey or an event",
  body: z.strictObject({ kind, name, url }),
  names,
  replies: { 201: { description: "The new target", body: target } },
  errors: ["redirect_url_refused", "quota_exceeded"],
  idempotency: "accepted",
});

export const updateTarget = defineRoute({
  id: "updateTarget",
  method: "PATCH",
  path: `${path}/{id}`,
  service: "flows",
  caller: "tenant",
  summary: "Change a survey or an event",
  description: "The kind stays. Visitors of all flows that redirect to it go to the new address at once.",
  params: byId,
  body: someOf({ name, url }),
  names,
  replies: { 200: { description: "The target as it is now", body: target } },
  errors: ["target_not_found", "redirect_url_refused"],
  idempotency: "accepted",
});

export const deleteTarget = defineRoute({
  id: "deleteTarget",
  method: "DELETE",
  path: `${path}/{id}`,
  service: "flows",
  caller: "tenant",
  summary: "Delete a survey or an event",
  description: "Flows that redirect to it stay online; their visitors see a thank-you page instead.",
  params: byId,
  replies: { 204: { description: "Deleted" } },
  errors: ["target_not_found"],
  idempotency: "accepted",
});
