import { useState } from "react";
import type { Reply } from "../../api/public-api.js";
import { Badge } from "../../components/badge.js";
import type { Column } from "../../components/data-table.js";
import { ConfirmWrite } from "../../components/dialogs/confirm-write.js";
import { Time } from "../../components/time.js";
import { useFormat } from "../../i18n/locale.js";
import { useMessages } from "../../i18n/messages.js";
import { Rights } from "../keys/key-parts.js";

export type Connection = Reply<"console", "listConnections">["items"][number];

interface ConnectionColumns {
  /** The person in the list of a business, the business in that of a person. */
  owner: Column<Connection>;
  operation: "revokeConnection" | "revokeOwnConnection";
  mayRevoke: boolean;
}

/** The columns of a list of connections, and the dialog that revokes one of them. */
export function useConnectionColumns({ owner, operation, mayRevoke }: ConnectionColumns) {
  const t = useMessages("connections");
  const format = useFormat();
  const [revoking, setRevoking] = useState<Connection>();
  const columns: Column<Connection>[] = [
    { header: t.columns.client, cell: (connection) => <ClientName value={connection} /> },
    owner,
    { header: t.columns.scopes, cell: ({ scopes }) => <Rights scopes={scopes} /> },
    { header: t.columns.lastUse, cell: ({ lastUsedAt }) => <Time value={lastUsedAt} /> },
    { header: t.columns.calls, cell: ({ calls }) => format.number(calls), align: "end" },
    {
      header: t.columns.actions,
      cell: (connection) => {
        if (!connection.isActive) return <Ended value={connection} />;
        if (!mayRevoke) return <Badge kind="good">{t.states.true}</Badge>;
        return (
          <button type="button" className="danger" onClick={() => setRevoking(connection)}>
            {t.revoke} <span className="hidden">{connection.client.name}</span>
          </button>
        );
      },
    },
  ];
  const dialog = revoking && (
    <ConfirmWrite
      area="console"
      operation={operation}
      input={{ connectionId: revoking._id }}
      title={t.revokeTitle(revoking.client.name)}
      confirm={t.revoke}
      isDangerous
      done={() => t.revoked}
      onClose={() => setRevoking(undefined)}
    >
      <p>{t.revokeText}</p>
    </ConfirmWrite>
  );
  return { columns, dialog };
}

function Ended({ value: { revokedAt, revokedReason, expiresAt } }: { value: Connection }) {
  const t = useMessages("connections");
  return (
    <>
      <Badge kind="neutral">{revokedAt ? t.states.false : t.expired}</Badge> <Time value={revokedAt ?? expiresAt} />
      {revokedAt && revokedReason && <p className="note">{t.reasons[revokedReason]}</p>}
    </>
  );
}

function ClientName({ value: { client, isSandbox } }: { value: Connection }) {
  const t = useMessages("connections");
  return (
    <>
      <strong>{client.name}</strong> {isSandbox && <Badge kind="warn">{t.sandbox}</Badge>}
      <p className="note">{client.host ?? t.unproven}</p>
    </>
  );
}
