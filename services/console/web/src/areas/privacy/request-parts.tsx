import { Link } from "@tanstack/react-router";
import { useMemo } from "react";
import { useBusiness } from "../../api/business.js";
import { TenantOpsError } from "../../api/errors.js";
import { useSession } from "../../api/session.js";
import { Badge, type BadgeKind } from "../../components/badge.js";
import { useNow } from "../../components/use-now.js";
import { usePrivacyMessages } from "./messages/index.js";
import type { PersonRequest } from "./privacy.api.js";
import { describeState, type RequestState } from "./privacy.rules.js";

const stateKinds: Readonly<Record<RequestState, BadgeKind>> = {
  running: "warn",
  ready: "good",
  ended: "neutral",
  erased: "good",
};

export function StateBadge({ request }: { request: PersonRequest }) {
  const { states } = usePrivacyMessages();
  const state = describeState(request, useNow());
  return <Badge kind={stateKinds[state]}>{states[state]}</Badge>;
}

export function RequestLink({ request: { _id: requestId, kind } }: { request: PersonRequest }) {
  const { kinds } = usePrivacyMessages();
  const { _id: businessId } = useBusiness().business;
  return (
    <Link to="/b/$businessId/settings/personal-data/$requestId" params={{ businessId, requestId }}>
      {kinds[kind]} <code>{requestId.slice(-6)}</code>
    </Link>
  );
}

/** Who made a request: the person who is signed in, or the id of another one or of a key. */
export function Requester({ id }: { id: string }) {
  const { you } = usePrivacyMessages();
  return useSession().person._id === id ? you : <code>{id}</code>;
}

/** The same refusal in words of these pages, where those of the API would not help a person. */
export function useExplained(error: Error | null): Error | null {
  const { refusals } = usePrivacyMessages();
  return useMemo(() => {
    if (!(error instanceof TenantOpsError)) return error;
    const detail = (refusals as Readonly<Record<string, string>>)[error.code];
    const { code, status, requestId, mayHaveWritten } = error;
    return detail === undefined ? error : new TenantOpsError({ code, detail, status, requestId, mayHaveWritten });
  }, [error, refusals]);
}
