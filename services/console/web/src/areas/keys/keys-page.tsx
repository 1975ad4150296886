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
      words={t}
      create={{ scope: "keys:write", Dialog: NewKeyDialog }}
      list={useRecords("console", "listOwnKeys", {})}
      columns={{
        name: (key) => <KeyLink value={key} />,
        hint: ({ hint }) => <code>{hint}</code>,
        state: (key) => <KeyStateBadge value={key} />,
        scopes: ({ scopes }) => <Rights scopes={scopes} />,
        lastUsedAt: ({ lastUsedAt }) => <Time value={lastUsedAt} />,
        expiresAt: ({ expiresAt }) => <Time value={expiresAt} mayBeAhead />,
      }}
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
