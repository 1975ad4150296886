import { useNavigate } from "@tanstack/react-router";
import { AreaTabs } from "../../components/area-tabs.js";
import { TextFilter, useFilters } from "../../components/filters.js";
import { ListPage } from "../../components/list-page.js";
import { useMessages } from "../../i18n/messages.js";
import { EndpointFilter, useDeliveryList } from "./webhook-parts.js";
import { deliveryFilters, useEventTypes } from "./webhooks.api.js";

export default function DeliveriesPage() {
  const t = useMessages("webhooks");
  const { filters: names } = t.deliveries;
  const filters = useFilters(deliveryFilters);
  const { values, set } = filters;
  const types = (useEventTypes().data ?? []).map(({ type }) => [type, type] as const);
  const states = deliveryFilters.status.map((status) => [status, t.states[status]] as const);
  return (
    <ListPage
      {...useDeliveryList(values)}
      words={{ ...t.deliveries, title: t.title, lead: t.lead }}
      tabs={<AreaTabs area="webhooks" />}
      filters={filters}
      filterFields={[
        { name: "status", kind: "choice", label: names.state, options: states },
        { name: "event", kind: "choice", label: names.event, options: types },
        <EndpointFilter key="endpoint" value={values.endpointId} onChange={(endpointId) => set({ endpointId })} />,
        "days",
        <DeliveryIdField key="id" label={names.id} />,
      ]}
    />
  );
}

/** An id belongs to one delivery, so it leads to its page. */
function DeliveryIdField({ label }: { label: string }) {
  const navigate = useNavigate({ from: "/b/$businessId" });
  const open = (traceId: string | undefined) => {
    if (traceId) void navigate({ to: "/b/$businessId/webhooks/deliveries/$traceId", params: { traceId } });
  };
  return <TextFilter label={label} value={undefined} onChange={open} needsEnter />;
}
