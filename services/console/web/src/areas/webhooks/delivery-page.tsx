import { useNavigate, useParams } from "@tanstack/react-router";
import { useBusiness } from "../../api/business.js";
import { useChange } from "../../api/public-api.js";
import { showError } from "../../components/error-notice.js";
import { ForDevelopers } from "../../components/developers.js";
import { type Column, DataTable } from "../../components/data-table.js";
import { Facts, Page, RecordPage, Section } from "../../components/page.js";
import { Time } from "../../components/time.js";
import { showToast } from "../../components/toasts.js";
import { useFormat } from "../../i18n/locale.js";
import { useMessages } from "../../i18n/messages.js";
import { DeliveryLink, DeliveryState, EndpointName } from "./webhook-parts.js";
import { type Delivery, useDelivery } from "./webhooks.api.js";

type Attempt = Delivery["attempts"][number];

/** They come with the delivery, so there is nothing more to load. */
const complete = { error: null, hasMore: false, isLoadingMore: false, loadMore() {}, refetch() {} };

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
  return (
    <DataTable
      caption={t.attempts}
      columns={columns}
      list={{ ...complete, data: attempts }}
      getId={({ attempt }) => String(attempt)}
      empty={null}
    />
  );
}

export default function DeliveryPage() {
  const t = useMessages("webhooks").delivery;
  const { traceId = "" } = useParams({ strict: false });
  return (
    <RecordPage title={t.title} query={useDelivery(traceId)}>
      {(value) => <DeliveryDetails key={traceId} value={value} />}
    </RecordPage>
  );
}

function DeliveryDetails({ value }: { value: Delivery }) {
  const t = useMessages("webhooks").delivery;
  const navigate = useNavigate();
  const { business, can } = useBusiness();
  const resend = useChange("webhooks", "redeliverWebhook", ({ traceId }) => {
    showToast(t.resent);
    const params = { businessId: business._id, traceId };
    void navigate({ to: "/b/$businessId/webhooks/deliveries/$traceId", params });
  });
  const onError = (error: Error) => void showError(error);
  const actions = can("webhooks:write") && value.status !== "pending" && (
    <button
      type="button"
      onClick={() => resend.mutate({ traceId: value.traceId }, { onError })}
      disabled={resend.isPending}
    >
      {t.resend}
    </button>
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
    <>
      <Facts
        values={[
          [t.endpoint, <EndpointName endpointId={value.endpointId} />],
          [t.trigger, t.triggers[value.trigger]],
          [t.repeats, value.redeliveryOf && <DeliveryLink traceId={value.redeliveryOf}>{t.repeated}</DeliveryLink>],
          [t.created, <Time value={value.createdAt} />],
          [t.next, value.nextAttemptAt && <Time value={value.nextAttemptAt} mayBeAhead />],
          [t.finished, value.finishedAt && <Time value={value.finishedAt} />],
          [t.reason, value.reason && (reasons[value.reason] ?? value.reason)],
        ]}
      />
      <ForDevelopers
        values={[
          [t.traceId, value.traceId],
          [t.eventId, value.webhookId],
        ]}
      />
    </>
  );
}
