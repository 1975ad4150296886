import { type Reply, useRecords } from "../../api/public-api.js";

export type Endpoint = Reply<"webhooks", "getWebhookEndpoint">;
export type Delivery = Reply<"webhooks", "getWebhookDelivery">;
export type LogEntry = Reply<"webhooks", "listWebhookDeliveries">["items"][number];
export type EventType = Reply<"webhooks", "listWebhookEventTypes">["items"][number];

/** The filters of a list of deliveries. */
export const deliveryFilters = {
  status: ["pending", "delivered", "failed"],
  event: "text",
  endpointId: "text",
  from: "text",
  to: "text",
} as const;

/** All of them in one page. */
export const useEventTypes = () => useRecords("webhooks", "listWebhookEventTypes", {}, { limit: 100 });
