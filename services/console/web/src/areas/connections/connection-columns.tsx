import type { ComponentType } from "react";
import type { Reply } from "../../api/public-api.js";
import { Badge } from "../../components/badge.js";
import type { Column } from "../../components/data-table.js";
import { ConfirmWrite } from "../../components/dialogs/confirm-write.js";
import type { DialogAbout } from "../../components/dialogs/dialog.js";
import { Time } from "../../components/time.js";
import { useFormat } from "../../i18n/locale.js";
import { useMessages } from "../../i18n/messages.js";
import { Rights } from "../keys/key-parts.js";

export type Connection = Reply<"console", "listConnections">["items"][number];

/** @param owner the person in the list of a business, the business in that of a person */
export function useConnectionColumns(owner: Column<Connection>): Column<Connection>[] {
  const t = useMessages("connections");
  const format = useFormat();
  return [
    { header: t.columns.client, cell: (connection) => <ClientName value={connection} /> },
    owner,
    { header: t.columns.scopes, cell: ({ scopes }) => <Rights scopes={scopes} /> },
    { header: t.columns.lastUse, cell: ({ lastUsedAt }) => <Time value={lastUsedAt} /> },
    { header: t.columns.calls, cell: ({ calls }) => format.number(calls), align: "end" },
    { header: t.state, cell: (connection) => <State value={connection} /> },
  ];
}

/** The button that revokes a connection of a list. */
export function useRevocation(Dialog: ComponentType<DialogAbout<Connection>>) {
  const { revoke: text } = useMessages("connections");
  const label = ({ client }: Connection) => `${text}: ${client.name}`;
  return { text, label, Dialog, isFor: ({ isActive }: Connection) => isActive, isDangerous: true };
}

interface RevokeProps extends DialogAbout<Connection> {
  operation: "revokeConnection" | "revokeOwnConnection";
}

export function RevokeDialog({ record: { _id: connectionId, client }, operation, onClose }: RevokeProps) {
  const t = useMessages("connections");
  return (
    <ConfirmWrite
      area="console"
      operation={operation}
      input={{ connectionId }}
      title={t.revokeTitle(client.name)}
      confirm={t.revoke}
      isDangerous
      done={() => t.revoked}
      onClose={onClose}
    >
      <p>{t.revokeText}</p>
    </ConfirmWrite>
  );
}

function State({ value: { isActive, revokedAt, revokedReason, expiresAt } }: { value: Connection }) {
  const t = useMessages("connections");
  if (isActive) return <Badge kind="good">{t.states.true}</Badge>;
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
