import { Link } from "@tanstack/react-router";
import { useKeyName, useMemberName } from "../api/actors.js";
import { useBusiness } from "../api/business.js";
import { useSession } from "../api/session.js";
import { useMessages } from "../i18n/messages.js";
import { Time } from "./time.js";

/** Who has done something, by name: a person, an API key or a connected agent. */
export function Actor({ id }: { id: string }) {
  const { actors: t } = useMessages("components");
  const { person } = useSession();
  const { can } = useBusiness();
  const member = useMemberName(id);
  const key = useKeyName(id);
  if (id === person._id) return t.you;
  if (id.startsWith("per_")) return member ?? t.person;
  if (id.startsWith("key_")) {
    if (!can("keys:read")) return t.key;
    return (
      <Link from="/b/$businessId" to="/b/$businessId/settings/keys/$keyId" params={{ keyId: id }}>
        {key ?? t.key}
      </Link>
    );
  }
  if (id.startsWith("operator")) return t.operator;
  if (!can("connections:read")) return t.agent;
  return (
    <Link from="/b/$businessId" to="/b/$businessId/settings/connections">
      {t.agent}
    </Link>
  );
}

/** When and by whom something was changed last. */
export function LastChange({ at, by }: { at: string; by: string | null }) {
  return (
    <>
      <Time value={at} /> · <Actor id={by ?? ""} />
    </>
  );
}
