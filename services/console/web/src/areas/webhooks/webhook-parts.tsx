import { Link } from "@tanstack/react-router";
import { useBusiness } from "../../api/business.js";
import { Badge, type BadgeKind } from "../../components/badge.js";
import { useFormat } from "../../i18n/locale.js";
import { useMessages } from "../../i18n/messages.js";
import type { Endpoint, LogEntry } from "./webhooks.api.js";
import { getHealth, healthKinds } from "./webhooks.rules.js";

export function HealthBadge({ value }: { value: Endpoint }) {
  const { health: words } = useMessages("webhooks");
  const format = useFormat();
  const health = getHealth(value);
  const text = health === "failing" ? words.failing(format.number(value.stats.failures)) : words[health];
  return <Badge kind={healthKinds[health]}>{text}</Badge>;
}

const stateKinds: Readonly<Record<LogEntry["status"], BadgeKind>> = {
  pending: "info",
  delivered: "good",
  failed: "bad",
};

export function DeliveryState({ value }: { value: LogEntry["status"] }) {
  const { states } = useMessages("webhooks");
  return <Badge kind={stateKinds[value]}>{states[value]}</Badge>;
}

export function EndpointLink({ endpointId, children }: { endpointId: string; children: string }) {
  const { _id: businessId } = useBusiness().business;
  return (
    <Link to="/b/$businessId/webhooks/endpoints/$endpointId" params={{ businessId, endpointId }}>
      {children}
    </Link>
  );
}

export function DeliveryLink({ traceId }: { traceId: string }) {
  const { _id: businessId } = useBusiness().business;
  return (
    <Link to="/b/$businessId/webhooks/deliveries/$traceId" params={{ businessId, traceId }}>
      <code>{traceId}</code>
    </Link>
  );
}
