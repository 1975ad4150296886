import { useState } from "react";
import { useSession } from "../../api/session.js";
import { EmptyState } from "../../components/empty-state.js";
import { Section } from "../../components/page.js";
import { showToast } from "../../components/toasts.js";
import { useMessages } from "../../i18n/messages.js";
import { ConnectionTable, RevokeDialog } from "./connection-table.js";
import { type Connection, useOwnConnections, useRevokeOwnConnection } from "./connections.api.js";

/** A part of the profile: the agents that the person has connected, in all businesses. */
export function OwnConnections() {
  const t = useMessages("connections");
  const common = useMessages("components");
  const { businesses } = useSession();
  const [revoking, setRevoking] = useState<Connection>();
  const getBusinessName = ({ businessId }: Connection) =>
    businesses.find(({ _id }) => _id === businessId)?.name ?? common.nameUnknown;
  return (
    <Section title={t.title} lead={t.own.lead}>
      <ConnectionTable
        caption={t.own.caption}
        list={useOwnConnections()}
        owner={{ header: t.columns.business, cell: getBusinessName }}
        onRevoke={setRevoking}
        empty={<EmptyState title={t.emptyTitle}>{t.emptyText}</EmptyState>}
      />
      {revoking && <RevokeOwn value={revoking} onClose={() => setRevoking(undefined)} />}
    </Section>
  );
}

function RevokeOwn({ value, onClose }: { value: Connection; onClose: () => void }) {
  const t = useMessages("connections");
  const revoke = useRevokeOwnConnection(value.businessId, () => {
    showToast(t.revoked);
    onClose();
  });
  return <RevokeDialog value={value} write={revoke} onClose={onClose} />;
}
