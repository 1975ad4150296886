import { useNavigate, useParams } from "@tanstack/react-router";
import { useBusiness } from "../../api/business.js";
import { useRecord } from "../../api/public-api.js";
import { RecordFacts } from "../../components/developers.js";
import { lazyDialog } from "../../components/dialogs/lazy-dialog.js";
import { FilteredList } from "../../components/list-page.js";
import { Page, RecordPage, Section } from "../../components/page.js";
import { Time } from "../../components/time.js";
import { useFormat } from "../../i18n/locale.js";
import { useMessages } from "../../i18n/messages.js";
import { HealthBadge, useDeliveryList } from "./webhook-parts.js";
import type { Endpoint } from "./webhooks.api.js";

const EndpointActions = lazyDialog(async () => (await import("./endpoint-actions.js")).EndpointActions);

export default function EndpointPage() {
  const t = useMessages("webhooks");
  const { endpointId = "" } = useParams({ strict: false });
  return (
    <RecordPage title={t.title} query={useRecord("webhooks", "getWebhookEndpoint", { id: endpointId })}>
      {(value) => <EndpointDetails value={value} />}
    </RecordPage>
  );
}

function EndpointDetails({ value }: { value: Endpoint }) {
  const t = useMessages("webhooks");
  const navigate = useNavigate({ from: "/b/$businessId" });
  const { can } = useBusiness();
  const leave = () => void navigate({ to: "/b/$businessId/webhooks" });
  return (
    <Page
      title={value.url}
      lead={<HealthBadge value={value} />}
      actions={can("settings:write") && <EndpointActions value={value} onRemoved={leave} />}
    >
      <EndpointFacts value={value} />
      <Section title={t.tabs.deliveries}>
        <FilteredList words={t.deliveries} {...useDeliveryList({ endpointId: value._id })} />
      </Section>
    </Page>
  );
}

function EndpointFacts({ value }: { value: Endpoint }) {
  const { facts, endpoints } = useMessages("webhooks");
  const format = useFormat();
  const limits = [
    value.maxAttempts && format.counted(value.maxAttempts, facts.attempts),
    value.maxConcurrency && facts.parallel(format.number(value.maxConcurrency)),
    value.ratePerSecond && facts.perSecond(format.number(value.ratePerSecond)),
  ].filter((limit) => typeof limit === "string");
  return (
    <RecordFacts
      values={[
        { name: facts.description, value: value.description },
        {
          name: endpoints.columns.events,
          value: value.events.includes("*") ? endpoints.allEvents : value.events.join(", "),
        },
        { name: endpoints.columns.lastSuccess, value: <Time value={value.stats.lastSuccessAt} /> },
        { name: endpoints.columns.lastFailure, value: <Time value={value.stats.lastFailureAt} /> },
        { name: facts.failingSince, value: value.stats.failingSince && <Time value={value.stats.failingSince} /> },
        {
          name: facts.secrets,
          value: (
            <ul>
              {value.secrets.map(({ kid, createdAt, expiresAt }) => (
                <li key={kid}>
                  <Time value={createdAt} />
                  {expiresAt && <span className="note">, {facts.signsUntil(format.dateTime(expiresAt))}</span>}
                </li>
              ))}
            </ul>
          ),
        },
        { name: facts.limits, value: limits.length > 0 && format.list(limits) },
        { name: facts.created, value: <Time value={value.createdAt} /> },
      ]}
      ids={[[facts.id, value._id], ...value.secrets.map(({ kid }) => [facts.secrets, kid] as const)]}
    />
  );
}
