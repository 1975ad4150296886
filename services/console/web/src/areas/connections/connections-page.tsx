import { useState } from "react";
import { useBusiness } from "../../api/business.js";
import { connectionFilters } from "../../app/page-filters.js";
import { EmptyState, NoMatch } from "../../components/empty-state.js";
import { FilterBar, SelectFilter, useFilters } from "../../components/filters.js";
import { Page } from "../../components/page.js";
import { showToast } from "../../components/toasts.js";
import { useMessages } from "../../i18n/messages.js";
import { ConnectionTable, RevokeDialog } from "./connection-table.js";
import { type Connection, useConnections, useRevokeConnection } from "./connections.api.js";

/** Settings → Connections: those of the business, for its administrators. */
export default function ConnectionsPage() {
  const t = useMessages("connections");
  const { can } = useBusiness();
  const { values, isFiltered, set, clear } = useFilters(connectionFilters);
  const [revoking, setRevoking] = useState<Connection>();
  const states = connectionFilters.active.map((active) => [active, t.states[active]] as const);
  return (
    <Page title={t.title} lead={t.lead}>
      <FilterBar isFiltered={isFiltered} onClear={clear}>
        <SelectFilter label={t.state} value={values.active} options={states} onChange={(active) => set({ active })} />
      </FilterBar>
      <ConnectionTable
        caption={t.caption}
        list={useConnections(values)}
        owner={{ header: t.columns.person, cell: ({ person }) => person.name }}
        onRevoke={can("connections:write") ? setRevoking : undefined}
        empty={isFiltered ? <NoMatch onClear={clear} /> : <EmptyState title={t.emptyTitle}>{t.emptyText}</EmptyState>}
      />
      {revoking && <RevokeOfBusiness value={revoking} onClose={() => setRevoking(undefined)} />}
    </Page>
  );
}

function RevokeOfBusiness({ value, onClose }: { value: Connection; onClose: () => void }) {
  const t = useMessages("connections");
  const revoke = useRevokeConnection(() => {
    showToast(t.revoked);
    onClose();
  });
  return <RevokeDialog value={value} write={revoke} onClose={onClose} />;
}
