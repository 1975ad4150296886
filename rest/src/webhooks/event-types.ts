import { defineRoute, listQuery, listReply } from "@tenant-ops/kit/http";
import * as z from "zod";
import { webhooksPath } from "./records.js";

const eventType = z
  .strictObject({
    type: z.string(),
    description: z.string(),
    subscribable: z.boolean().describe("False for types that are sent without a subscription, such as `webhook.ping`."),
    schema: z.record(z.string(), z.unknown()).describe("JSON schema of the whole body."),
  })
  .meta({ id: "WebhookEventType" });

export const listWebhookEventTypes = defineRoute({
  id: "listWebhookEventTypes",
  method: "GET",
  path: `${webhooksPath}/events`,
  service: "webhooks",
  caller: "tenant",
  summary: "List the types of events",
  description: "Every type that an endpoint can receive, with the JSON schema of its body.",
  query: z.strictObject(listQuery),
  replies: { 200: { description: "A page of types", body: listReply(eventType) } },
});
