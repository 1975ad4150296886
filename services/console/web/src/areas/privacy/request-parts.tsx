import { Link } from "@tanstack/react-router";
import { Badge, type BadgeKind } from "../../components/badge.js";
import { useNow } from "../../components/time.js";
import { useMessages } from "../../i18n/messages.js";
import type { PersonRequest } from "./privacy.api.js";
import { describeState, type RequestState } from "./privacy.rules.js";

const stateKinds: Readonly<Record<RequestState, BadgeKind>> = {
  running: "warn",
  ready: "good",
  ended: "neutral",
  erased: "good",
};

export function StateBadge({ request }: { request: PersonRequest }) {
  const { states } = useMessages("privacy");
  const state = describeState(request, useNow());
  return <Badge kind={stateKinds[state]}>{states[state]}</Badge>;
}

export function RequestLink({ request: { _id: requestId, kind } }: { request: PersonRequest }) {
  const { kinds } = useMessages("privacy");
  return (
    <Link from="/b/$businessId" to="/b/$businessId/settings/personal-data/$requestId" params={{ requestId }}>
      {kinds[kind]} <code>{requestId.slice(-6)}</code>
    </Link>
  );
}
