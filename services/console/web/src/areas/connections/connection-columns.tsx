import type { ComponentType } from "react";
import type { Reply } from "../../api/public-api.js";
import { Badge } from "../../components/badge.js";
import type { Columns } from "../../components/table.js";
import { ConfirmWrite } from "../../components/dialogs/confirm-write.js";
import type { DialogAbout } from "../../components/dialogs/dialog.js";
import { Time } from "../../components/time.js";
import { useMessages } from "../../i18n/messages.js";
import { Rights } from "../keys/key-parts.js";

export type Connection = Reply<"console", "listConnections">["items"][number];

/** @param nameBusiness in the list of a person; that of a business has the persons */
export function getConnectionColumns(nameBusiness?: (connection: Connection) => string) {
  return {
    client: (connection) => <ClientName value={connection} />,
    business: nameBusiness ?? false,
    person: !nameBusiness && (({ person }) => person.name),
    scopes: ({ scopes }) => <Rights scopes={scopes} />,
    lastUse: ({ lastUsedAt }) => <Time value={lastUsedAt} />,
    calls: ({ calls }) => calls,
    state: (connection) => <State value={connection} />,
  } satisfies Columns<Connection>;
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
      words={{ title: t.revokeTitle(client.name), submit: t.revoke, done: t.revoked }}
      isDangerous
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
