import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useBusiness } from "../../api/business.js";
import { type Column, DataTable } from "../../components/data-table.js";
import { SecretDialog } from "../../components/dialogs/secret-dialog.js";
import { EmptyState } from "../../components/empty-state.js";
import { Page } from "../../components/page.js";
import { Time } from "../../components/time.js";
import { type Messages, useMessages } from "../../i18n/messages.js";
import { KeyStateBadge, Rights } from "./key-parts.js";
import { type Key, useKeys } from "./keys.api.js";
import { NewKeyDialog } from "./new-key-dialog.js";

export default function KeysPage() {
  const t = useMessages("keys");
  const { can } = useBusiness();
  const keys = useKeys();
  const [isCreating, setCreating] = useState(false);
  const [secret, setSecret] = useState<string>();
  const generate = can("keys:write") && (
    <button type="button" className="primary" onClick={() => setCreating(true)}>
      {t.generate}
    </button>
  );
  const empty = (
    <EmptyState title={t.emptyTitle} action={generate}>
      {t.emptyText}
    </EmptyState>
  );
  const finish = (key: string) => {
    setCreating(false);
    setSecret(key);
  };
  return (
    <Page title={t.title} lead={t.lead} actions={generate}>
      <DataTable caption={t.caption} columns={getColumns(t)} list={keys} getId={({ _id }) => _id} empty={empty} />
      {isCreating && <NewKeyDialog onCreated={finish} onClose={() => setCreating(false)} />}
      {secret && (
        <SecretDialog title={t.secretTitle} name={t.secretName} value={secret} onClose={() => setSecret(undefined)}>
          <p>{t.secretNext}</p>
        </SecretDialog>
      )}
    </Page>
  );
}

const getColumns = ({ columns: names }: Messages["keys"]): Column<Key>[] => [
  { header: names.name, cell: (key) => <KeyLink value={key} /> },
  { header: names.hint, cell: ({ hint }) => <code>{hint}</code> },
  { header: names.state, cell: (key) => <KeyStateBadge value={key} /> },
  { header: names.scopes, cell: ({ scopes }) => <Rights scopes={scopes} /> },
  { header: names.lastUse, cell: ({ lastUsedAt }) => <Time value={lastUsedAt} /> },
  { header: names.expires, cell: ({ expiresAt }) => <Time value={expiresAt} mayBeAhead /> },
];

function KeyLink({ value: { _id: keyId, name } }: { value: Key }) {
  const { _id: businessId } = useBusiness().business;
  return (
    <Link to="/b/$businessId/settings/keys/$keyId" params={{ businessId, keyId }}>
      {name}
    </Link>
  );
}
