import { useRecords } from "../../api/public-api.js";
import { AreaTabs } from "../../components/area-tabs.js";
import { Badge } from "../../components/badge.js";
import { useFilters } from "../../components/filters.js";
import { ListPage } from "../../components/list-page.js";
import { Time } from "../../components/time.js";
import { useFormat } from "../../i18n/locale.js";
import { useMessages } from "../../i18n/messages.js";
import { EndpointFilter, EndpointName } from "./webhook-parts.js";

const statuses = ["running", "done"] as const;
const filterSpec = { endpointId: "text", status: statuses } as const;

export default function RecoveriesPage() {
  const t = useMessages("webhooks");
  const format = useFormat();
  const filters = useFilters(filterSpec);
  const { values, set } = filters;
  const states = statuses.map((status) => [status, t.recoveries.statuses[status]] as const);
  // While one of them may run, so that its progress appears by itself.
  const refetchMs = () => values.status !== "done" && 3000;
  return (
    <ListPage
      words={{ ...t.recoveries, title: t.title }}
      tabs={<AreaTabs area="webhooks" />}
      filters={filters}
      filterFields={[
        <EndpointFilter key="endpoint" value={values.endpointId} onChange={(endpointId) => set({ endpointId })} />,
        { name: "status", kind: "choice", label: t.deliveries.filters.state, options: states },
      ]}
      list={useRecords("webhooks", "listWebhookRecoveries", values, { limit: 100, refetchMs })}
      columns={[
        { header: t.recoveries.started, cell: ({ createdAt }) => <Time value={createdAt} /> },
        { header: t.deliveries.filters.endpoint, cell: ({ endpointId }) => <EndpointName endpointId={endpointId} /> },
        {
          header: t.recoveries.range,
          cell: ({ since, until }) => `${format.dateTime(since)} – ${format.dateTime(until)}`,
        },
        {
          header: t.deliveries.filters.state,
          cell: ({ status }) => (
            <Badge kind={status === "done" ? "good" : "info"}>{t.recoveries.statuses[status]}</Badge>
          ),
        },
        { header: t.recoveries.recovered, align: "end", cell: ({ recovered }) => format.number(recovered) },
      ]}
    />
  );
}
