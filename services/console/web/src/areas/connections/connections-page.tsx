import { useBusiness } from "../../api/business.js";
import { useRecords } from "../../api/public-api.js";
import { connectionFilters } from "../../app/page-filters.js";
import { useFilters } from "../../components/filters.js";
import { ListPage } from "../../components/list-page.js";
import { useMessages } from "../../i18n/messages.js";
import { useConnectionColumns } from "./connection-columns.js";

/** Settings → Connections: those of the business, for its administrators. */
export default function ConnectionsPage() {
  const t = useMessages("connections");
  const { can } = useBusiness();
  const filters = useFilters(connectionFilters);
  const { columns, dialog } = useConnectionColumns({
    owner: { header: t.columns.person, cell: ({ person }) => person.name },
    operation: "revokeConnection",
    mayRevoke: can("connections:write"),
  });
  const options = connectionFilters.active.map((active) => [active, t.states[active]] as const);
  return (
    <ListPage
      words={t}
      filters={filters}
      filterFields={[{ name: "active", kind: "choice", label: t.state, options }]}
      list={useRecords("console", "listConnections", filters.values)}
      columns={columns}
    >
      {dialog}
    </ListPage>
  );
}
