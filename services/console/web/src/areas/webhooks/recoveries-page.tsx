import { Badge } from "../../components/badge.js";
import { type Column, DataTable } from "../../components/data-table.js";
import { EmptyState, NoMatch } from "../../components/empty-state.js";
import { FilterBar, SelectFilter, useFilters } from "../../components/filters.js";
import { Page } from "../../components/page.js";
import { Time } from "../../components/time.js";
import type { Format } from "../../i18n/format.js";
import { useFormat } from "../../i18n/locale.js";
import { type Messages, useMessages } from "../../i18n/messages.js";
import { EndpointFilter, EndpointName, WebhookTabs } from "./webhook-parts.js";
import { type Recovery, useRecoveries } from "./webhooks.api.js";

const statuses = ["running", "done"] as const;
const filterSpec = { endpointId: "text", status: statuses } as const;

export default function RecoveriesPage() {
  const t = useMessages("webhooks");
  const format = useFormat();
  const { values, isFiltered, set, clear } = useFilters(filterSpec);
  const list = useRecoveries(values);
  const empty = isFiltered ? (
    <NoMatch onClear={clear} />
  ) : (
    <EmptyState title={t.recoveries.emptyTitle}>{t.recoveries.emptyText}</EmptyState>
  );
  return (
    <Page title={t.title} lead={t.recoveries.lead}>
      <WebhookTabs />
      <FilterBar isFiltered={isFiltered} onClear={clear}>
        <EndpointFilter value={values.endpointId} onChange={(endpointId) => set({ endpointId })} />
        <SelectFilter
          label={t.deliveries.filters.state}
          value={values.status}
          options={statuses.map((status) => [status, t.recoveries.statuses[status]])}
          onChange={(status) => set({ status })}
        />
      </FilterBar>
      <DataTable
        caption={t.recoveries.caption}
        columns={getColumns(t, format)}
        list={list}
        getId={({ _id }) => _id}
        empty={empty}
      />
    </Page>
  );
}

const getColumns = ({ recoveries: t, deliveries }: Messages["webhooks"], format: Format): Column<Recovery>[] => [
  { header: t.started, cell: ({ createdAt }) => <Time value={createdAt} /> },
  {
    header: deliveries.filters.endpoint,
    cell: ({ endpointId }) => <EndpointName endpointId={endpointId} />,
  },
  { header: t.range, cell: ({ since, until }) => `${format.dateTime(since)} – ${format.dateTime(until)}` },
  {
    header: deliveries.filters.state,
    cell: ({ status }) => <Badge kind={status === "done" ? "good" : "info"}>{t.statuses[status]}</Badge>,
  },
  { header: t.recovered, align: "end", cell: ({ recovered }) => format.number(recovered) },
];
