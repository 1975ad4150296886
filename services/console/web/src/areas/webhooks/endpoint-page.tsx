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
        <FilteredList words={{ ...t, ...t.deliveries }} {...useDeliveryList({ endpointId: value._id })} />
      </Section>
    </Page>
  );
}

function EndpointFacts({ value }: { value: Endpoint }) {
  const t = useMessages("webhooks");
  const format = useFormat();
  const { _id: id, events, stats, secrets } = value;
  const limits = [
    value.maxAttempts && format.counted(value.maxAttempts, t.limits.attempts),
    value.maxConcurrency && t.limits.parallel(format.number(value.maxConcurrency)),
    value.ratePerSecond && t.limits.perSecond(format.number(value.ratePerSecond)),
  ].filter((limit) => typeof limit === "string");
  return (
    <RecordFacts
      words={t}
      values={{
        description: value.description,
        events: events.includes("*") ? t.endpoints.allEvents : events.join(", "),
        lastSuccess: <Time value={stats.lastSuccessAt} />,
        lastFailure: <Time value={stats.lastFailureAt} />,
        failingSince: stats.failingSince && <Time value={stats.failingSince} />,
        secrets: (
          <ul>
            {secrets.map(({ kid, createdAt, expiresAt }) => (
              <li key={kid}>
                <Time value={createdAt} />
                {expiresAt && <span className="note">, {t.signsUntil(format.dateTime(expiresAt))}</span>}
              </li>
            ))}
          </ul>
        ),
        limits: limits.length > 0 && format.list(limits),
        created: <Time value={value.createdAt} />,
      }}
      ids={{ id, secrets: secrets.map(({ kid }) => kid) }}
    />
  );
}
