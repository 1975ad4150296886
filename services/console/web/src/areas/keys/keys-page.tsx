import { Link } from "@tanstack/react-router";
import { useRecords } from "../../api/public-api.js";
import { ListPage } from "../../components/list-page.js";
import { Time } from "../../components/time.js";
import { useMessages } from "../../i18n/messages.js";
import { type Key, KeyStateBadge, Rights } from "./key-parts.js";
import { NewKeyDialog } from "./new-key-dialog.js";

export default function KeysPage() {
  const t = useMessages("keys");
  return (
    <ListPage
      words={{ ...t, create: t.generate }}
      create={{ scope: "keys:write", Dialog: NewKeyDialog }}
      list={useRecords("console", "listOwnKeys", {})}
      columns={[
        { header: t.columns.name, cell: (key) => <KeyLink value={key} /> },
        { header: t.columns.hint, cell: ({ hint }) => <code>{hint}</code> },
        { header: t.columns.state, cell: (key) => <KeyStateBadge value={key} /> },
        { header: t.columns.scopes, cell: ({ scopes }) => <Rights scopes={scopes} /> },
        { header: t.columns.lastUse, cell: ({ lastUsedAt }) => <Time value={lastUsedAt} /> },
        { header: t.columns.expires, cell: ({ expiresAt }) => <Time value={expiresAt} mayBeAhead /> },
      ]}
    />
  );
}

function KeyLink({ value: { _id: keyId, name } }: { value: Key }) {
  return (
    <Link from="/b/$businessId" to="/b/$businessId/settings/keys/$keyId" params={{ keyId }}>
      {name}
    </Link>
  );
}
