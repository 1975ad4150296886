import { useRecords } from "../../api/public-api.js";
import { useSession } from "../../api/session.js";
import { DataTable } from "../../components/data-table.js";
import { EmptyState } from "../../components/empty-state.js";
import { Section } from "../../components/page.js";
import { useMessages } from "../../i18n/messages.js";
import { type Connection, useConnectionColumns } from "./connection-columns.js";

/** A part of the profile: the agents that the person has connected, in all businesses. */
export function OwnConnections() {
  const t = useMessages("connections");
  const common = useMessages("components");
  const { businesses } = useSession();
  const getBusinessName = ({ businessId }: Connection) =>
    businesses.find(({ _id }) => _id === businessId)?.name ?? common.nameUnknown;
  const { columns, dialog } = useConnectionColumns({
    owner: { header: t.columns.business, cell: getBusinessName },
    operation: "revokeOwnConnection",
    mayRevoke: true,
  });
  return (
    <Section title={t.title} lead={t.own.lead}>
      <DataTable
        caption={t.own.caption}
        columns={columns}
        list={useRecords("console", "listOwnConnections", {})}
        empty={<EmptyState title={t.emptyTitle}>{t.emptyText}</EmptyState>}
      />
      {dialog}
    </Section>
  );
}
