import { useState } from "react";
import { showError } from "../../components/error-notice.js";
import { ConfirmDialog } from "../../components/dialogs/confirm-dialog.js";
import { PeriodDialog } from "../../components/dialogs/period-dialog.js";
import { showToast } from "../../components/toasts.js";
import { useMessages } from "../../i18n/messages.js";
import { EditEndpointDialog } from "./endpoint-dialogs.js";
import { type Endpoint, useWebhookWrite } from "./webhooks.api.js";

interface EndpointActionsProps {
  value: Endpoint;
  onSecret: (secret: string) => void;
  onRemoved: () => void;
}

export function EndpointActions({ value, onSecret, onRemoved }: EndpointActionsProps) {
  const t = useMessages("webhooks").actions;
  const [dialog, setDialog] = useState<"edit" | "rotate" | "recover" | "remove">();
  const { _id: id } = value;
  const reportError = { onError: (error: Error) => void showError(error) };
  const ping = useWebhookWrite(
    (webhooks, _: void, options) => webhooks.pingWebhookEndpoint({ id }, options),
    () => showToast(t.pinged),
  );
  const enable = useWebhookWrite(
    (webhooks, _: void, options) => webhooks.enableWebhookEndpoint({ id }, options),
    () => showToast(t.enabled),
  );
  const disable = useWebhookWrite(
    (webhooks, _: void, options) => webhooks.updateWebhookEndpoint({ id, status: "disabled" }, options),
    () => showToast(t.disabled),
  );
  const isEnabled = value.status === "enabled";
  const close = () => setDialog(undefined);
  return (
    <>
      {isEnabled && (
        <button
          type="button"
          className="primary"
          onClick={() => ping.mutate(undefined, reportError)}
          disabled={ping.isPending}
        >
          {t.ping}
        </button>
      )}
      <button type="button" onClick={() => setDialog("edit")}>
        {t.edit}
      </button>
      <button type="button" onClick={() => (isEnabled ? disable : enable).mutate(undefined, reportError)}>
        {isEnabled ? t.disable : t.enable}
      </button>
      <button type="button" onClick={() => setDialog("rotate")}>
        {t.rotate}
      </button>
      {isEnabled && (
        <button type="button" onClick={() => setDialog("recover")}>
          {t.recover}
        </button>
      )}
      <button type="button" className="danger" onClick={() => setDialog("remove")}>
        {t.remove}
      </button>
      {dialog === "edit" && <EditEndpointDialog endpoint={value} onClose={close} />}
      {dialog === "rotate" && <RotateDialog id={id} onSecret={onSecret} onClose={close} />}
      {dialog === "recover" && <RecoverDialog id={id} onClose={close} />}
      {dialog === "remove" && <RemoveDialog id={id} onRemoved={onRemoved} onClose={close} />}
    </>
  );
}

const overlapHours = { now: 0, day: 24, days3: 72, week: 168 } as const;

function RotateDialog({
  id,
  onSecret,
  onClose,
}: {
  id: string;
  onSecret: (secret: string) => void;
  onClose: () => void;
}) {
  const t = useMessages("webhooks").rotate;
  const rotate = useWebhookWrite(
    (webhooks, period: keyof typeof overlapHours, options) =>
      webhooks.rotateWebhookSecret({ id, overlapHours: overlapHours[period] }, options),
    ({ secret }) => {
      onClose();
      onSecret(secret);
    },
  );
  return (
    <PeriodDialog
      words={{ ...t, label: t.overlap, periods: t.hours }}
      name="overlapHours"
      first="day"
      write={rotate}
      onClose={onClose}
    />
  );
}

const periodHours = { hour: 1, day: 24, week: 168, month: 719 } as const;

function RecoverDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useMessages("webhooks").recover;
  // Counted from the opening of the dialog, so that a repeated attempt sends the same request.
  const [openedMs] = useState(Date.now);
  const recover = useWebhookWrite(
    (webhooks, period: keyof typeof periodHours, options) => {
      const since = new Date(openedMs - periodHours[period] * 3_600_000).toISOString();
      return webhooks.recoverWebhookDeliveries({ id, since }, options);
    },
    () => {
      onClose();
      showToast(t.done);
    },
  );
  return <PeriodDialog words={{ ...t, label: t.since }} name="since" first="day" write={recover} onClose={onClose} />;
}

function RemoveDialog({ id, onRemoved, onClose }: { id: string; onRemoved: () => void; onClose: () => void }) {
  const t = useMessages("webhooks").remove;
  const remove = useWebhookWrite(
    (webhooks, _: void, options) => webhooks.deleteWebhookEndpoint({ id }, options),
    () => {
      showToast(t.done);
      onRemoved();
    },
  );
  return (
    <ConfirmDialog
      title={t.title}
      confirm={t.submit}
      isDangerous
      write={{ ...remove, mutate: () => remove.mutate() }}
      onClose={onClose}
    >
      <p>{t.text}</p>
    </ConfirmDialog>
  );
}
