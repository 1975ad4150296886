import type { ReactNode } from "react";
import type { deliveryFilters } from "../../app/page-filters.js";
import { type Column, DataTable } from "../../components/data-table.js";
import { EmptyState } from "../../components/empty-state.js";
import type { FilterValues } from "../../components/filter-spec.js";
import { Time } from "../../components/time.js";
import { useFormat } from "../../i18n/locale.js";
import { useMessages } from "../../i18n/messages.js";
import { DeliveryLink, DeliveryState } from "./webhook-parts.js";
import { type LogEntry, useDeliveries } from "./webhooks.api.js";

interface DeliveriesTableProps {
  filters: FilterValues<typeof deliveryFilters>;
  /** In place of the usual words for an empty list. */
  empty?: ReactNode;
}

export function DeliveriesTable({ filters, empty }: DeliveriesTableProps) {
  const { deliveries: t } = useMessages("webhooks");
  const format = useFormat();
  const list = useDeliveries(filters);
  const columns: Column<LogEntry>[] = [
    { header: t.columns.event, cell: ({ event }) => <code>{event}</code> },
    { header: t.columns.state, cell: ({ status }) => <DeliveryState value={status} /> },
    { header: t.columns.attempts, cell: ({ deliveryAttempt }) => format.number(deliveryAttempt), align: "end" },
    { header: t.columns.time, cell: ({ createdAt }) => <Time value={createdAt} /> },
    { header: t.columns.id, cell: ({ traceId }) => <DeliveryLink traceId={traceId} /> },
  ];
  return (
    <DataTable
      caption={t.caption}
      columns={columns}
      list={list}
      getId={({ traceId }) => traceId}
      empty={empty ?? <EmptyState title={t.emptyTitle}>{t.emptyText}</EmptyState>}
    />
  );
}
