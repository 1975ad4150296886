import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useRecords } from "../../api/public-api.js";
import { Badge, type BadgeKind } from "../../components/badge.js";
import type { Columns } from "../../components/table.js";
import type { FilterValues } from "../../components/filter-spec.js";
import { toDates } from "../../components/filters.js";
import { NameOf } from "../../components/record-name.js";
import { Time } from "../../components/time.js";
import { useFormat } from "../../i18n/locale.js";
import { useMessages } from "../../i18n/messages.js";
import type { deliveryFilters, Endpoint, LogEntry } from "./webhooks.api.js";
import { getHealth, healthKinds } from "./webhooks.rules.js";

export function HealthBadge({ value }: { value: Endpoint }) {
  const { health: words } = useMessages("webhooks");
  const format = useFormat();
  const health = getHealth(value);
  const text = health === "failing" ? format.counted(value.stats.failures, words.failing) : words[health];
  return <Badge kind={healthKinds[health]}>{text}</Badge>;
}

const stateKinds: Readonly<Record<LogEntry["status"], BadgeKind>> = {
  pending: "info",
  delivered: "good",
  failed: "bad",
};

export function DeliveryState({ value }: { value: LogEntry["status"] }) {
  const { states } = useMessages("webhooks");
  return <Badge kind={stateKinds[value]}>{states[value]}</Badge>;
}

export function EndpointLink({ endpointId, children }: { endpointId: string; children: ReactNode }) {
  return (
    <Link from="/b/$businessId" to="/b/$businessId/webhooks/endpoints/$endpointId" params={{ endpointId }}>
      {children}
    </Link>
  );
}

/** The address of an endpoint; a deleted one has none. */
export function EndpointName({ endpointId }: { endpointId: string }) {
  const { unknownEndpoint } = useMessages("webhooks").deliveries;
  const { data, error } = useRecords("webhooks", "listWebhookEndpoints", {});
  const url = data?.find(({ _id }) => _id === endpointId)?.url;
  if (data && url === undefined) return unknownEndpoint;
  return (
    <EndpointLink endpointId={endpointId}>
      <NameOf name={url} isError={error !== null} />
    </EndpointLink>
  );
}

export function DeliveryLink({ traceId, children }: { traceId: string; children: ReactNode }) {
  return (
    <Link from="/b/$businessId" to="/b/$businessId/webhooks/deliveries/$traceId" params={{ traceId }}>
      {children}
    </Link>
  );
}

/** The choices of a filter. A business has at most 20 endpoints, so all of them are offered. */
export function useEndpointOptions(value: string | undefined) {
  const { unknownEndpoint } = useMessages("webhooks").deliveries;
  const endpoints = (useRecords("webhooks", "listWebhookEndpoints", {}).data ?? []).map(
    ({ _id, url }) => [_id, url] as const,
  );
  // An endpoint of the address that was deleted still has its deliveries.
  const isKnown = endpoints.some(([id]) => id === value);
  return value && !isKnown ? [...endpoints, [value, unknownEndpoint] as const] : endpoints;
}

/** Deliveries, with the columns of their list. */
export function useDeliveryList(filters: FilterValues<typeof deliveryFilters>) {
  const columns = {
    event: ({ event, traceId }) => (
      <DeliveryLink traceId={traceId}>
        <code>{event}</code>
      </DeliveryLink>
    ),
    status: ({ status }) => <DeliveryState value={status} />,
    attempts: ({ deliveryAttempt }) => deliveryAttempt,
    time: ({ createdAt }) => <Time value={createdAt} />,
  } satisfies Columns<LogEntry>;
  const list = useRecords("webhooks", "listWebhookDeliveries", toDates(filters), { limit: 100 });
  return { list, columns, getId: ({ traceId }: LogEntry) => traceId };
}
