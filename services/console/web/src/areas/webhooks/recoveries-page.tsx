import { useRecords } from "../../api/public-api.js";
import { AreaTabs } from "../../components/area-tabs.js";
import { Badge } from "../../components/badge.js";
import { useFilters } from "../../components/filters.js";
import { ListPage } from "../../components/list-page.js";
import { Time } from "../../components/time.js";
import { useFormat } from "../../i18n/locale.js";
import { useMessages } from "../../i18n/messages.js";
import { useEndpointOptions, EndpointName } from "./webhook-parts.js";

const filterSpec = { endpointId: "text", status: ["running", "done"] } as const;

export default function RecoveriesPage() {
  const t = useMessages("webhooks");
  const format = useFormat();
  const filters = useFilters(filterSpec);
  // While one of them may run, so that its progress appears by itself.
  const refetchMs = () => filters.values.status !== "done" && 3000;
  return (
    <ListPage
      words={{ ...t, ...t.recoveries }}
      tabs={<AreaTabs area="webhooks" />}
      filters={filters}
      filterFields={[
        { name: "endpointId", kind: "choice", options: useEndpointOptions(filters.values.endpointId) },
        { name: "status", kind: "choice", options: t.recoveries.statuses },
      ]}
      list={useRecords("webhooks", "listWebhookRecoveries", filters.values, { limit: 100, refetchMs })}
      columns={{
        started: ({ createdAt }) => <Time value={createdAt} />,
        endpointId: ({ endpointId }) => <EndpointName endpointId={endpointId} />,
        range: ({ since, until }) => `${format.dateTime(since)} – ${format.dateTime(until)}`,
        status: ({ status }) => (
          <Badge kind={status === "done" ? "good" : "info"}>{t.recoveries.statuses[status]}</Badge>
        ),
        recovered: ({ recovered }) => recovered,
      }}
    />
  );
}
