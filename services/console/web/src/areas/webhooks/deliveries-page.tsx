import { useNavigate } from "@tanstack/react-router";
import { useBusiness } from "../../api/business.js";
import { deliveryFilters } from "../../app/page-filters.js";
import { NoMatch } from "../../components/empty-state.js";
import { DayFilters, FilterBar, SelectFilter, TextFilter, useFilters } from "../../components/filters.js";
import { Page } from "../../components/page.js";
import { useMessages } from "../../i18n/messages.js";
import { DeliveriesTable, EndpointFilter, WebhookTabs } from "./webhook-parts.js";
import { useEventTypes } from "./webhooks.api.js";

export default function DeliveriesPage() {
  const t = useMessages("webhooks");
  const { filters: names } = t.deliveries;
  const { values, isFiltered, set, clear } = useFilters(deliveryFilters);
  const types = (useEventTypes().data ?? []).map(({ type }) => [type, type] as const);
  const states = deliveryFilters.status.map((status) => [status, t.states[status]] as const);
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
        <EndpointFilter value={values.endpointId} onChange={(endpointId) => set({ endpointId })} />
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
  return <TextFilter label={label} value={undefined} onChange={open} needsEnter />;
}
