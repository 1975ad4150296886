import { Link } from "@tanstack/react-router";
import { useBusiness } from "../../api/business.js";
import { useSession } from "../../api/session.js";
import { Fact, Facts } from "../../components/facts.js";
import { Time } from "../../components/time.js";
import { type Retention, useMemberName } from "./history.api.js";
import { useHistoryMessages } from "./messages/index.js";

/** Who last changed the rules, and what happens when history is deleted. */
export function HistoryFacts({ retention: { updatedAt, updatedBy } }: { retention: Retention }) {
  const { facts: t } = useHistoryMessages();
  return (
    <Facts>
      <Fact name={t.changed}>
        {updatedAt ? (
          <>
            <Time value={updatedAt} /> {t.by} <ChangedBy id={updatedBy ?? ""} />
          </>
        ) : (
          t.never
        )}
      </Fact>
      <Fact name={t.removed}>{t.removedText}</Fact>
      <Fact name={t.archived}>{t.archivedText}</Fact>
      <Fact name={t.sandbox}>{t.sandboxText}</Fact>
    </Facts>
  );
}

/** A person is shown by name, a key by its id. */
function ChangedBy({ id }: { id: string }) {
  const { facts: t } = useHistoryMessages();
  const { business, can } = useBusiness();
  const { person } = useSession();
  const name = useMemberName(id);
  if (person._id === id) return t.you;
  if (name !== undefined) return name;
  if (!id.startsWith("key_") || !can("keys:read")) return <code>{id}</code>;
  return (
    <Link to="/b/$businessId/settings/keys/$keyId" params={{ businessId: business._id, keyId: id }}>
      <code>{id}</code>
    </Link>
  );
}
