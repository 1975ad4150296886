import { type QueryKey, useQuery } from "@tanstack/react-query";
import type { WriteOptions } from "@tenant-ops/client/session";
import type { Client } from "@tenant-ops/client/session-client";
import { useBusiness } from "../../api/business.js";
import { useList } from "../../api/use-list.js";
import { useWrite } from "../../api/use-write.js";
import type { deliveryFilters } from "../../app/page-filters.js";
import type { FilterValues } from "../../components/filter-spec.js";

type Webhooks = Client["webhooks"];
export type Endpoint = Awaited<ReturnType<Webhooks["getWebhookEndpoint"]>>;
export type Delivery = Awaited<ReturnType<Webhooks["getWebhookDelivery"]>>;
export type LogEntry = Awaited<ReturnType<Webhooks["listWebhookDeliveries"]>>["items"][number];
export type EndpointInput = Parameters<Webhooks["createWebhookEndpoint"]>[0];
export type Recovery = Awaited<ReturnType<Webhooks["getWebhookRecovery"]>>;
export type EventType = Awaited<ReturnType<Webhooks["listWebhookEventTypes"]>>["items"][number];

const useKey = (...rest: unknown[]): QueryKey => [useBusiness().business._id, "webhooks", ...rest];

/** A business has at most 20, so the first page has all of them. */
export function useEndpoints() {
  const { webhooks } = useBusiness().client;
  return useList(useKey("endpoints"), ({ cursor, signal }) =>
    webhooks.listWebhookEndpoints({ limit: 50, ...(cursor && { cursor }) }, { signal }),
  );
}

export function useEndpoint(id: string) {
  const { webhooks } = useBusiness().client;
  return useQuery({
    queryKey: useKey("endpoints", id),
    queryFn: ({ signal }) => webhooks.getWebhookEndpoint({ id }, { signal }),
  });
}

export function useDeliveries(filters: FilterValues<typeof deliveryFilters>) {
  const { from: dateFrom, to: dateTo, ...same } = filters;
  const { webhooks } = useBusiness().client;
  return useList(useKey("deliveries", filters), ({ cursor, signal }) =>
    webhooks.listWebhookDeliveries({ ...same, dateFrom, dateTo, ...(cursor && { cursor }) }, { signal }),
  );
}

const pollMs = 3000;

/** Read again while it waits for an attempt, so that the outcome of a test event appears by itself. */
export function useDelivery(traceId: string) {
  const { webhooks } = useBusiness().client;
  return useQuery({
    queryKey: useKey("deliveries", traceId),
    queryFn: ({ signal }) => webhooks.getWebhookDelivery({ traceId }, { signal }),
    refetchInterval: ({ state }) => (state.data?.status === "pending" ? pollMs : false),
  });
}

/** Read again while one of them runs, so that its progress appears by itself. */
export function useRecoveries(filters: { endpointId?: string; status?: Recovery["status"] }) {
  const { webhooks } = useBusiness().client;
  return useList(
    useKey("recoveries", filters),
    ({ cursor, signal }) => webhooks.listWebhookRecoveries({ ...filters, ...(cursor && { cursor }) }, { signal }),
    { refetchMs: () => filters.status !== "done" && pollMs },
  );
}

export function useEventTypes() {
  const { webhooks } = useBusiness().client;
  return useList(useKey("events"), ({ cursor, signal }) =>
    webhooks.listWebhookEventTypes({ limit: 100, ...(cursor && { cursor }) }, { signal }),
  );
}

/** A write of this area; afterwards everything about webhooks is read again. */
export function useWebhookWrite<Input, Reply>(
  write: (webhooks: Webhooks, input: Input, options: WriteOptions) => Promise<Reply>,
  onDone?: (reply: Reply) => void,
) {
  const { webhooks } = useBusiness().client;
  const changes = [useKey()];
  return useWrite((input: Input, options) => write(webhooks, input, options), { changes, ...(onDone && { onDone }) });
}
