import { useRecords } from "../../api/public-api.js";
import { AreaTabs } from "../../components/area-tabs.js";
import { ListPage } from "../../components/list-page.js";
import { Time } from "../../components/time.js";
import { useMessages } from "../../i18n/messages.js";
import { NewEndpointDialog } from "./endpoint-dialogs.js";
import { EndpointLink, HealthBadge } from "./webhook-parts.js";

export default function EndpointsPage() {
  const t = useMessages("webhooks");
  return (
    <ListPage
      words={{ ...t.endpoints, title: t.title, lead: t.lead, create: t.endpoints.add }}
      tabs={<AreaTabs area="webhooks" />}
      create={{ scope: "settings:write", Dialog: NewEndpointDialog }}
      list={useRecords("webhooks", "listWebhookEndpoints", {})}
      columns={[
        {
          header: t.endpoints.columns.url,
          cell: ({ _id, url, description }) => (
            <>
              <EndpointLink endpointId={_id}>{url}</EndpointLink>
              {description && <p className="note">{description}</p>}
            </>
          ),
        },
        { header: t.endpoints.columns.health, cell: (endpoint) => <HealthBadge value={endpoint} /> },
        {
          header: t.endpoints.columns.events,
          cell: ({ events }) => (events.includes("*") ? t.endpoints.allEvents : events.join(", ")),
        },
        { header: t.endpoints.columns.lastSuccess, cell: ({ stats }) => <Time value={stats.lastSuccessAt} /> },
        { header: t.endpoints.columns.lastFailure, cell: ({ stats }) => <Time value={stats.lastFailureAt} /> },
      ]}
    />
  );
}
