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
      words={{ ...t, ...t.endpoints }}
      tabs={<AreaTabs area="webhooks" />}
      create={{ scope: "settings:write", Dialog: NewEndpointDialog }}
      list={useRecords("webhooks", "listWebhookEndpoints", {})}
      columns={{
        url: ({ _id, url, description }) => (
          <>
            <EndpointLink endpointId={_id}>{url}</EndpointLink>
            {description && <p className="note">{description}</p>}
          </>
        ),
        health: (endpoint) => <HealthBadge value={endpoint} />,
        events: ({ events }) => (events.includes("*") ? t.endpoints.allEvents : events.join(", ")),
        lastSuccess: ({ stats }) => <Time value={stats.lastSuccessAt} />,
        lastFailure: ({ stats }) => <Time value={stats.lastFailureAt} />,
      }}
    />
  );
}
