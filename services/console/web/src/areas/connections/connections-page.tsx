import { useRecords } from "../../api/public-api.js";
import type { DialogAbout } from "../../components/dialogs/dialog.js";
import { useFilters } from "../../components/filters.js";
import { ListPage } from "../../components/list-page.js";
import { useMessages } from "../../i18n/messages.js";
import { type Connection, RevokeDialog, getConnectionColumns, useRevocation } from "./connection-columns.js";

const filterSpec = { active: ["true", "false"] } as const;

/** Settings → Connections: those of the business, for its administrators. */
export default function ConnectionsPage() {
  const t = useMessages("connections");
  const filters = useFilters(filterSpec);
  return (
    <ListPage
      words={t}
      filters={filters}
      filterFields={[{ name: "active", kind: "choice", label: t.fields.state, options: t.states }]}
      list={useRecords("console", "listConnections", filters.values)}
      columns={getConnectionColumns()}
      rowDialogs={{ scope: "connections:write", dialogs: [useRevocation(Revoke)] }}
    />
  );
}

function Revoke(about: DialogAbout<Connection>) {
  return <RevokeDialog operation="revokeConnection" {...about} />;
}
