import { useRecords } from "../../api/public-api.js";
import type { Column } from "../../components/data-table.js";
import { ListPage } from "../../components/list-page.js";
import { Time } from "../../components/time.js";
import { type Messages, useMessages } from "../../i18n/messages.js";
import { NewEndpointDialog } from "./endpoint-dialogs.js";
import { EndpointLink, HealthBadge, WebhookTabs } from "./webhook-parts.js";
import type { Endpoint } from "./webhooks.api.js";

export default function EndpointsPage() {
  const t = useMessages("webhooks");
  return (
    <ListPage
      words={{ ...t.endpoints, title: t.title, lead: t.lead, create: t.endpoints.add }}
      tabs={<WebhookTabs />}
      create={{ scope: "settings:write", Dialog: NewEndpointDialog }}
      list={useRecords("webhooks", "listWebhookEndpoints", {})}
      columns={getColumns(t)}
    />
  );
}

const getColumns = ({ endpoints: { columns, allEvents } }: Messages["webhooks"]): Column<Endpoint>[] => [
  {
    header: columns.url,
    cell: ({ _id, url, description }) => (
      <>
        <EndpointLink endpointId={_id}>{url}</EndpointLink>
        {description && <p className="note">{description}</p>}
      </>
    ),
  },
  { header: columns.health, cell: (endpoint) => <HealthBadge value={endpoint} /> },
  { header: columns.events, cell: ({ events }) => (events.includes("*") ? allEvents : events.join(", ")) },
  { header: columns.lastSuccess, cell: ({ stats }) => <Time value={stats.lastSuccessAt} /> },
  { header: columns.lastFailure, cell: ({ stats }) => <Time value={stats.lastFailureAt} /> },
];
