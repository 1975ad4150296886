import { useNavigate, useParams } from "@tanstack/react-router";
import { useBusiness } from "../../api/business.js";
import { useRecord } from "../../api/public-api.js";
import { type Column, Table } from "../../components/data-table.js";
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
  const t = useMessages("webhooks").delivery;
  const format = useFormat();
  const errors: Readonly<Record<string, string>> = t.errors;
  const names = t.attemptColumns;
  const columns: Column<Attempt>[] = [
    { header: names.number, cell: ({ attempt }) => format.number(attempt) },
    { header: names.time, cell: ({ at }) => <Time value={at} /> },
    { header: names.answer, cell: ({ code, error }) => code ?? errors[error ?? ""] ?? error },
    { header: names.duration, cell: ({ ms }) => t.milliseconds(format.number(Math.round(ms))), align: "end" },
  ];
  const getId = ({ attempt }: Attempt) => String(attempt);
  return <Table caption={t.attempts} columns={columns} items={attempts} getId={getId} />;
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
      done={() => t.resent}
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
  const t = useMessages("webhooks").delivery;
  const reasons: Readonly<Record<string, string>> = t.reasons;
  return (
    <RecordFacts
      values={[
        { name: t.endpoint, value: <EndpointName endpointId={value.endpointId} /> },
        { name: t.trigger, value: t.triggers[value.trigger] },
        {
          name: t.repeats,
          value: value.redeliveryOf && <DeliveryLink traceId={value.redeliveryOf}>{t.repeated}</DeliveryLink>,
        },
        { name: t.created, value: <Time value={value.createdAt} /> },
        { name: t.next, value: value.nextAttemptAt && <Time value={value.nextAttemptAt} mayBeAhead /> },
        { name: t.finished, value: value.finishedAt && <Time value={value.finishedAt} /> },
        { name: t.reason, value: value.reason && (reasons[value.reason] ?? value.reason) },
      ]}
      ids={[
        [t.traceId, value.traceId],
        [t.eventId, value.webhookId],
      ]}
    />
  );
}
