import { useState } from "react";
import { useBusiness } from "../../api/business.js";
import { type Column, DataTable } from "../../components/data-table.js";
import { SecretDialog } from "../../components/dialogs/secret-dialog.js";
import { EmptyState } from "../../components/empty-state.js";
import { Page } from "../../components/page.js";
import { Time } from "../../components/time.js";
import { type Messages, useMessages } from "../../i18n/messages.js";
import { NewEndpointDialog } from "./endpoint-dialogs.js";
import { EndpointLink, HealthBadge, WebhookTabs } from "./webhook-parts.js";
import { type Endpoint, useEndpoints } from "./webhooks.api.js";

export default function EndpointsPage() {
  const t = useMessages("webhooks");
  const { can } = useBusiness();
  const endpoints = useEndpoints();
  const [isAdding, setAdding] = useState(false);
  const [secret, setSecret] = useState<string>();
  const add = can("settings:write") && (
    <button type="button" className="primary" onClick={() => setAdding(true)}>
      {t.endpoints.add}
    </button>
  );
  const empty = (
    <EmptyState title={t.endpoints.emptyTitle} action={add}>
      {t.endpoints.emptyText}
    </EmptyState>
  );
  return (
    <Page title={t.title} lead={t.lead} actions={add}>
      <WebhookTabs />
      <DataTable
        caption={t.endpoints.caption}
        columns={getColumns(t)}
        list={endpoints}
        getId={({ _id }) => _id}
        empty={empty}
      />
      {isAdding && (
        <NewEndpointDialog
          onClose={() => setAdding(false)}
          onCreated={(created) => {
            setAdding(false);
            setSecret(created);
          }}
        />
      )}
      {secret && (
        <SecretDialog title={t.secretTitle} name={t.secretName} value={secret} onClose={() => setSecret(undefined)}>
          <p>{t.secretNext}</p>
        </SecretDialog>
      )}
    </Page>
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
