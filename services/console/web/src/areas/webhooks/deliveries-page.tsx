import { useNavigate } from "@tanstack/react-router";
import { AreaTabs } from "../../components/area-tabs.js";
import { TextFilter, useFilters } from "../../components/filters.js";
import { ListPage } from "../../components/list-page.js";
import { useMessages } from "../../i18n/messages.js";
import { useEndpointOptions, useDeliveryList } from "./webhook-parts.js";
import { deliveryFilters, useEventTypes } from "./webhooks.api.js";

export default function DeliveriesPage() {
  const t = useMessages("webhooks");
  const filters = useFilters(deliveryFilters);
  const types = (useEventTypes().data ?? []).map(({ type }) => [type, type] as const);
  return (
    <ListPage
      {...useDeliveryList(filters.values)}
      words={{ ...t, ...t.deliveries }}
      tabs={<AreaTabs area="webhooks" />}
      filters={filters}
      filterFields={[
        { name: "status", kind: "choice", options: t.states },
        { name: "event", kind: "choice", options: types },
        { name: "endpointId", kind: "choice", options: useEndpointOptions(filters.values.endpointId) },
        "days",
        <DeliveryIdField key="id" label={t.fields.deliveryId} />,
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
