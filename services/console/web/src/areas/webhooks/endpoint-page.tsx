import { useNavigate, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { useBusiness } from "../../api/business.js";
import { useRecord } from "../../api/public-api.js";
import { ForDevelopers } from "../../components/developers.js";
import { SecretDialog } from "../../components/dialogs/secret-dialog.js";
import { FilteredList } from "../../components/list-page.js";
import { Facts, Page, RecordPage, Section } from "../../components/page.js";
import { Time } from "../../components/time.js";
import { useFormat } from "../../i18n/locale.js";
import { useMessages } from "../../i18n/messages.js";
import { EndpointActions } from "./endpoint-actions.js";
import { HealthBadge, useDeliveryList } from "./webhook-parts.js";
import type { Endpoint } from "./webhooks.api.js";

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
  const navigate = useNavigate();
  const { business, can } = useBusiness();
  const [secret, setSecret] = useState<string>();
  const leave = () => void navigate({ to: "/b/$businessId/webhooks", params: { businessId: business._id } });
  return (
    <Page
      title={value.url}
      lead={<HealthBadge value={value} />}
      actions={can("settings:write") && <EndpointActions value={value} onSecret={setSecret} onRemoved={leave} />}
    >
      <EndpointFacts value={value} />
      <Section title={t.tabs.deliveries}>
        <FilteredList words={t.deliveries} {...useDeliveryList({ endpointId: value._id })} />
      </Section>
      {secret && (
        <SecretDialog title={t.secretTitle} name={t.secretName} value={secret} onClose={() => setSecret(undefined)}>
          <p>{t.secretNext}</p>
        </SecretDialog>
      )}
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
    <>
      <Facts
        values={[
          [facts.description, value.description],
          [endpoints.columns.events, value.events.includes("*") ? endpoints.allEvents : value.events.join(", ")],
          [endpoints.columns.lastSuccess, <Time value={value.stats.lastSuccessAt} />],
          [endpoints.columns.lastFailure, <Time value={value.stats.lastFailureAt} />],
          [facts.failingSince, value.stats.failingSince && <Time value={value.stats.failingSince} />],
          [
            facts.secrets,
            <ul>
              {value.secrets.map(({ kid, createdAt, expiresAt }) => (
                <li key={kid}>
                  <Time value={createdAt} />
                  {expiresAt && <span className="note">, {facts.signsUntil(format.dateTime(expiresAt))}</span>}
                </li>
              ))}
            </ul>,
          ],
          [facts.limits, limits.length > 0 && format.list(limits)],
          [facts.created, <Time value={value.createdAt} />],
        ]}
      />
      <ForDevelopers
        values={[[facts.id, value._id], ...value.secrets.map(({ kid }) => [facts.secrets, kid] as const)]}
      />
    </>
  );
}
