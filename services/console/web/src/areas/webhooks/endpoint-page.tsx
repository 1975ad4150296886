import { useNavigate, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { useBusiness } from "../../api/business.js";
import { ForDevelopers } from "../../components/developers.js";
import { SecretDialog } from "../../components/dialogs/secret-dialog.js";
import { Fact, Facts, Page, RecordPage, Section } from "../../components/page.js";
import { Time } from "../../components/time.js";
import { useFormat } from "../../i18n/locale.js";
import { useMessages } from "../../i18n/messages.js";
import { EndpointActions } from "./endpoint-actions.js";
import { DeliveriesTable, HealthBadge } from "./webhook-parts.js";
import { type Endpoint, useEndpoint } from "./webhooks.api.js";

export default function EndpointPage() {
  const t = useMessages("webhooks");
  const { endpointId = "" } = useParams({ strict: false });
  return (
    <RecordPage title={t.title} query={useEndpoint(endpointId)}>
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
        <DeliveriesTable filters={{ endpointId: value._id }} />
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
      <Facts>
        {value.description && <Fact name={facts.description}>{value.description}</Fact>}
        <Fact name={endpoints.columns.events}>
          {value.events.includes("*") ? endpoints.allEvents : value.events.join(", ")}
        </Fact>
        <Fact name={endpoints.columns.lastSuccess}>
          <Time value={value.stats.lastSuccessAt} />
        </Fact>
        <Fact name={endpoints.columns.lastFailure}>
          <Time value={value.stats.lastFailureAt} />
        </Fact>
        {value.stats.failingSince && (
          <Fact name={facts.failingSince}>
            <Time value={value.stats.failingSince} />
          </Fact>
        )}
        <Fact name={facts.secrets}>
          <ul>
            {value.secrets.map(({ kid, createdAt, expiresAt }) => (
              <li key={kid}>
                <Time value={createdAt} />
                {expiresAt && <span className="note">, {facts.signsUntil(format.dateTime(expiresAt))}</span>}
              </li>
            ))}
          </ul>
        </Fact>
        {limits.length > 0 && <Fact name={facts.limits}>{format.list(limits)}</Fact>}
        <Fact name={facts.created}>
          <Time value={value.createdAt} />
        </Fact>
      </Facts>
      <ForDevelopers
        values={[[facts.id, value._id], ...value.secrets.map(({ kid }) => [facts.secrets, kid] as const)]}
      />
    </>
  );
}
