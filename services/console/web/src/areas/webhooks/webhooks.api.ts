import { type Reply, useRecord, useRecords } from "../../api/public-api.js";
import type { deliveryFilters } from "../../app/page-filters.js";
import type { FilterValues } from "../../components/filter-spec.js";

export type Endpoint = Reply<"webhooks", "getWebhookEndpoint">;
export type Delivery = Reply<"webhooks", "getWebhookDelivery">;
export type LogEntry = Reply<"webhooks", "listWebhookDeliveries">["items"][number];
export type Recovery = Reply<"webhooks", "getWebhookRecovery">;
export type EventType = Reply<"webhooks", "listWebhookEventTypes">["items"][number];

const pollMs = 3000;

export function useDeliveries({ from: dateFrom, to: dateTo, ...same }: FilterValues<typeof deliveryFilters>) {
  return useRecords("webhooks", "listWebhookDeliveries", { ...same, dateFrom, dateTo }, { limit: 100 });
}

/** Read again while it waits for an attempt, so that the outcome of a test event appears by itself. */
export const useDelivery = (traceId: string) =>
  useRecord(
    "webhooks",
    "getWebhookDelivery",
    { traceId },
    {
      refetchMs: (delivery) => delivery?.status === "pending" && pollMs,
    },
  );

/** Read again while one of them runs, so that its progress appears by itself. */
export const useRecoveries = (filters: { endpointId?: string; status?: Recovery["status"] }) =>
  useRecords("webhooks", "listWebhookRecoveries", filters, {
    limit: 100,
    refetchMs: () => filters.status !== "done" && pollMs,
  });

/** All of them in one page. */
export const useEventTypes = () => useRecords("webhooks", "listWebhookEventTypes", {}, { limit: 100 });
