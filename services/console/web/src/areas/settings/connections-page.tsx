import { useState } from "react";
import { useBusiness } from "../../api/business.js";
import { Badge } from "../../components/badge.js";
import { ConfirmDialog } from "../../components/confirm-dialog.js";
import { type Column, DataTable } from "../../components/data-table.js";
import { EmptyState, NoMatch } from "../../components/empty-state.js";
import { FilterBar, SelectFilter, useFilters } from "../../components/filters.js";
import { Page } from "../../components/page.js";
import { Time } from "../../components/time.js";
import { showToast } from "../../components/toast-store.js";
import { useFormat } from "../../i18n/use-format.js";
import { useSettingsMessages } from "./messages/index.js";
import { type Connection, useConnections, useRevokeConnection } from "./settings.api.js";
import { connectionFilters } from "./settings.filters.js";

export default function ConnectionsPage() {
  const { connections: t } = useSettingsMessages();
  const { values, isFiltered, set, clear } = useFilters(connectionFilters);
  const list = useConnections(values);
  const [revoking, setRevoking] = useState<Connection>();
  const columns = useColumns(setRevoking);
  const states = connectionFilters.active.map((active) => [active, t.states[active]] as const);
  const empty = isFiltered ? <NoMatch onClear={clear} /> : <EmptyState title={t.emptyTitle}>{t.emptyText}</EmptyState>;
  return (
    <Page title={t.title} lead={t.lead}>
      <FilterBar isFiltered={isFiltered} onClear={clear}>
        <SelectFilter label={t.state} value={values.active} options={states} onChange={(active) => set({ active })} />
      </FilterBar>
      <DataTable caption={t.caption} columns={columns} list={list} getId={({ _id }) => _id} empty={empty} />
      {revoking && <RevokeDialog value={revoking} onClose={() => setRevoking(undefined)} />}
    </Page>
  );
}

function useColumns(onRevoke: (connection: Connection) => void): Column<Connection>[] {
  const { connections: t } = useSettingsMessages();
  const { can } = useBusiness();
  const format = useFormat();
  return [
    {
      header: t.columns.client,
      cell: ({ client: { name, host } }) => (
        <>
          <strong>{name}</strong>
          <p className="note">{host ?? t.unproven}</p>
        </>
      ),
    },
    { header: t.columns.person, cell: ({ person }) => person.name },
    { header: t.columns.scopes, cell: ({ scopes }) => <code>{scopes.join(" ")}</code> },
    { header: t.columns.lastUse, cell: ({ lastUsedAt }) => <Time value={lastUsedAt} /> },
    { header: t.columns.calls, cell: ({ calls }) => format.number(calls), align: "end" },
    {
      header: t.columns.actions,
      cell: (connection) => {
        if (!connection.isActive) return <Badge kind="neutral">{t.states.false}</Badge>;
        if (!can("connections:write")) return <Badge kind="good">{t.states.true}</Badge>;
        return (
          <button type="button" className="danger" onClick={() => onRevoke(connection)}>
            {t.revoke} <span className="hidden">{connection.client.name}</span>
          </button>
        );
      },
    },
  ];
}

function RevokeDialog({ value, onClose }: { value: Connection; onClose: () => void }) {
  const { connections: t } = useSettingsMessages();
  const revoke = useRevokeConnection(() => {
    showToast(t.revoked);
    onClose();
  });
  return (
    <ConfirmDialog
      title={t.revokeTitle(value.client.name)}
      confirm={t.revoke}
      isDangerous
      write={{ ...revoke, mutate: () => revoke.mutate(value._id) }}
      onClose={onClose}
    >
      <p>{t.revokeText}</p>
    </ConfirmDialog>
  );
}
