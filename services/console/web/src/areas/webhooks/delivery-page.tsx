import { useNavigate, useParams } from "@tanstack/react-router";
import { useBusiness } from "../../api/business.js";
import { useRecord } from "../../api/public-api.js";
import { Table } from "../../components/table.js";
import { RecordFacts } from "../../components/developers.js";
import { WriteButton } from "../../components/forms/write-button.js";
import { Page, RecordPage, Section } from "../../components/page.js";
import { Time } from "../../components/time.js";
import { useFormat } from "../../i18n/locale.js";
import { useMessages } from "../../i18n/messages.js";
import { DeliveryLink, DeliveryState, EndpointName } from "./webhook-parts.js";
import type { Delivery } from "./webhooks.api.js";

type Attempt = Delivery["attempts"][number];

function AttemptsTable({ attempts }: { attempts: readonly Attempt[] }) {
  const { fields, delivery: t } = useMessages("webhooks");
  const format = useFormat();
  const errors: Readonly<Record<string, string>> = t.errors;
  return (
    <Table
      words={{ caption: t.attempts, fields }}
      columns={{
        number: ({ attempt }) => attempt,
        time: ({ at }) => <Time value={at} />,
        answer: ({ code, error }) => code?.toString() ?? errors[error ?? ""] ?? error,
        duration: { align: "end", cell: ({ ms }) => t.milliseconds(format.number(Math.round(ms))) },
      }}
      items={attempts}
      getId={({ attempt }) => String(attempt)}
    />
  );
}

export default function DeliveryPage() {
  const t = useMessages("webhooks").delivery;
  const { traceId = "" } = useParams({ strict: false });
  // While it waits for an attempt, so that the outcome of a test event appears by itself.
  const refetchMs = (delivery: Delivery | undefined) => delivery?.status === "pending" && 3000;
  return (
    <RecordPage title={t.title} query={useRecord("webhooks", "getWebhookDelivery", { traceId }, { refetchMs })}>
      {(value) => <DeliveryDetails key={traceId} value={value} />}
    </RecordPage>
  );
}

function DeliveryDetails({ value }: { value: Delivery }) {
  const t = useMessages("webhooks").delivery;
  const navigate = useNavigate({ from: "/b/$businessId" });
  const { can } = useBusiness();
  const open = (traceId: string) => {
    void navigate({ to: "/b/$businessId/webhooks/deliveries/$traceId", params: { traceId } });
  };
  const actions = can("webhooks:write") && value.status !== "pending" && (
    <WriteButton
      area="webhooks"
      operation="redeliverWebhook"
      input={{ traceId: value.traceId }}
      done={t.resent}
      onDone={({ traceId }) => open(traceId)}
    >
      {t.resend}
    </WriteButton>
  );
  return (
    <Page title={value.event} lead={<DeliveryState value={value.status} />} actions={actions}>
      <DeliveryFacts value={value} />
      <Section title={t.attempts}>
        {value.attempts.length > 0 ? <AttemptsTable attempts={value.attempts} /> : <p>{t.noAttempts}</p>}
      </Section>
    </Page>
  );
}

function DeliveryFacts({ value }: { value: Delivery }) {
  const { fields, delivery: t } = useMessages("webhooks");
  const reasons: Readonly<Record<string, string>> = t.reasons;
  const { traceId, webhookId: eventId, redeliveryOf, nextAttemptAt, finishedAt, reason } = value;
  return (
    <RecordFacts
      words={{ fields }}
      values={{
        endpointId: <EndpointName endpointId={value.endpointId} />,
        trigger: t.triggers[value.trigger],
        repeats: redeliveryOf && <DeliveryLink traceId={redeliveryOf}>{t.repeated}</DeliveryLink>,
        deliveryCreated: <Time value={value.createdAt} />,
        next: nextAttemptAt && <Time value={nextAttemptAt} mayBeAhead />,
        finished: finishedAt && <Time value={finishedAt} />,
        reason: reason && (reasons[reason] ?? reason),
      }}
      ids={{ traceId, eventId }}
    />
  );
}
