import type { ReactNode } from "react";
import type { List } from "../../api/use-list.js";
import { Badge } from "../../components/badge.js";
import { type Column, DataTable } from "../../components/data-table.js";
import { ConfirmDialog } from "../../components/dialogs/confirm-dialog.js";
import { Time } from "../../components/time.js";
import { useFormat } from "../../i18n/locale.js";
import { useMessages } from "../../i18n/messages.js";
import { Rights } from "../keys/key-parts.js";
import type { Connection } from "./connections.api.js";

interface ConnectionTableProps {
  caption: string;
  list: List<Connection>;
  /** The owner column: the person in the list of a business, the business in that of a person. */
  owner: Column<Connection>;
  /** Absent for a person who may not revoke. */
  onRevoke: ((connection: Connection) => void) | undefined;
  empty: ReactNode;
}

export function ConnectionTable({ caption, list, owner, onRevoke, empty }: ConnectionTableProps) {
  const t = useMessages("connections");
  const format = useFormat();
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
        if (!onRevoke) return <Badge kind="good">{t.states.true}</Badge>;
        return (
          <button type="button" className="danger" onClick={() => onRevoke(connection)}>
            {t.revoke} <span className="hidden">{connection.client.name}</span>
          </button>
        );
      },
    },
  ];
  return <DataTable caption={caption} columns={columns} list={list} getId={({ _id }) => _id} empty={empty} />;
}

function Ended({ value: { revokedAt, revokedReason, expiresAt } }: { value: Connection }) {
  const t = useMessages("connections");
  if (!revokedAt) return <EndedAt state={t.expired} at={expiresAt} />;
  return <EndedAt state={t.states.false} at={revokedAt} note={revokedReason && t.reasons[revokedReason]} />;
}

function EndedAt({ state, at, note }: { state: string; at: string; note?: string | null }) {
  return (
    <>
      <Badge kind="neutral">{state}</Badge> <Time value={at} />
      {note && <p className="note">{note}</p>}
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

interface RevokeDialogProps {
  value: Connection;
  write: { mutate: (connectionId: string) => void; isPending: boolean; error: Error | null };
  onClose: () => void;
}

export function RevokeDialog({ value, write, onClose }: RevokeDialogProps) {
  const t = useMessages("connections");
  return (
    <ConfirmDialog
      title={t.revokeTitle(value.client.name)}
      confirm={t.revoke}
      isDangerous
      write={{ ...write, mutate: () => write.mutate(value._id) }}
      onClose={onClose}
    >
      <p>{t.revokeText}</p>
    </ConfirmDialog>
  );
}
