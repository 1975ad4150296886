import { Link } from "@tanstack/react-router";
import { useKeyName, useMemberName } from "../api/actors.js";
import { useBusiness } from "../api/business.js";
import { useSession } from "../api/session.js";
import { useMessages } from "../i18n/messages.js";

/** Who has done something, by name: a person, an API key or a connected agent. */
export function Actor({ id }: { id: string }) {
  const { actors: t } = useMessages("components");
  const { person } = useSession();
  const { business, can } = useBusiness();
  const { _id: businessId } = business;
  const member = useMemberName(id);
  const key = useKeyName(id);
  if (id === person._id) return t.you;
  if (id.startsWith("per_")) return member ?? t.person;
  if (id.startsWith("key_")) {
    if (!can("keys:read")) return t.key;
    return (
      <Link to="/b/$businessId/settings/keys/$keyId" params={{ businessId, keyId: id }}>
        {key ?? t.key}
      </Link>
    );
  }
  if (id.startsWith("operator")) return t.operator;
  if (!can("connections:read")) return t.agent;
  return (
    <Link to="/b/$businessId/settings/connections" params={{ businessId }}>
      {t.agent}
    </Link>
  );
}
