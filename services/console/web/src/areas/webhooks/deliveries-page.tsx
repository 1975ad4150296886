import { useNavigate } from "@tanstack/react-router";
import { useBusiness } from "../../api/business.js";
import { NoMatch } from "../../components/empty-state.js";
import { DayFilters } from "../../components/day-filters.js";
import { FilterBar, SelectFilter, TextFilter, useFilters } from "../../components/filters.js";
import { Page } from "../../components/page.js";
import { DeliveriesTable } from "./deliveries-table.js";
import { useWebhookMessages } from "./messages/index.js";
import { WebhookTabs } from "./webhook-tabs.js";
import { useEndpoints, useEventTypes } from "./webhooks.api.js";
import { deliveryFilters } from "./webhooks.filters.js";

export default function DeliveriesPage() {
  const t = useWebhookMessages();
  const { filters: names, unknownEndpoint } = t.deliveries;
  const { values, isFiltered, set, clear } = useFilters(deliveryFilters);
  const endpoints = useEndpoints().items.map(({ _id, url }) => [_id, url] as const);
  const types = useEventTypes().items.map(({ type }) => [type, type] as const);
  const states = deliveryFilters.status.map((status) => [status, t.states[status]] as const);
  // An endpoint of the address that was deleted still has its deliveries.
  const { endpointId } = values;
  const isKnown = endpoints.some(([id]) => id === endpointId);
  const offered = endpointId && !isKnown ? [...endpoints, [endpointId, unknownEndpoint] as const] : endpoints;
  return (
    <Page title={t.title} lead={t.lead}>
      <WebhookTabs />
      <FilterBar isFiltered={isFiltered} onClear={clear}>
        <SelectFilter
          label={names.state}
          value={values.status}
          options={states}
          onChange={(status) => set({ status })}
        />
        <SelectFilter label={names.event} value={values.event} options={types} onChange={(event) => set({ event })} />
        <SelectFilter
          label={names.endpoint}
          value={endpointId}
          options={offered}
          onChange={(next) => set({ endpointId: next })}
        />
        <DayFilters values={values} onChange={set} />
        <DeliveryIdField label={names.id} />
      </FilterBar>
      <DeliveriesTable filters={values} {...(isFiltered && { empty: <NoMatch onClear={clear} /> })} />
    </Page>
  );
}

/** An id belongs to one delivery, so it leads to its page. */
function DeliveryIdField({ label }: { label: string }) {
  const navigate = useNavigate();
  const { _id: businessId } = useBusiness().business;
  const open = (traceId: string | undefined) => {
    if (traceId) void navigate({ to: "/b/$businessId/webhooks/deliveries/$traceId", params: { businessId, traceId } });
  };
  return <TextFilter label={label} value={undefined} onChange={open} />;
}
