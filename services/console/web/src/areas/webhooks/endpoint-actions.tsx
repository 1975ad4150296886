import { useState } from "react";
import { useChange } from "../../api/public-api.js";
import { showError } from "../../components/error-notice.js";
import { ConfirmWrite } from "../../components/dialogs/confirm-write.js";
import { PeriodDialog } from "../../components/dialogs/period-dialog.js";
import { showToast } from "../../components/toasts.js";
import { useMessages } from "../../i18n/messages.js";
import { EditEndpointDialog } from "./endpoint-dialogs.js";
import type { Endpoint } from "./webhooks.api.js";

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
  const ping = useChange("webhooks", "pingWebhookEndpoint", () => showToast(t.pinged));
  const enable = useChange("webhooks", "enableWebhookEndpoint", () => showToast(t.enabled));
  const disable = useChange("webhooks", "updateWebhookEndpoint", () => showToast(t.disabled));
  const isEnabled = value.status === "enabled";
  const close = () => setDialog(undefined);
  return (
    <>
      {isEnabled && (
        <button
          type="button"
          className="primary"
          onClick={() => ping.mutate({ id }, reportError)}
          disabled={ping.isPending}
        >
          {t.ping}
        </button>
      )}
      <button type="button" onClick={() => setDialog("edit")}>
        {t.edit}
      </button>
      <button
        type="button"
        onClick={() =>
          isEnabled ? disable.mutate({ id, status: "disabled" }, reportError) : enable.mutate({ id }, reportError)
        }
      >
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
  const rotate = useChange("webhooks", "rotateWebhookSecret", ({ secret }) => {
    onClose();
    onSecret(secret);
  });
  return (
    <PeriodDialog
      words={{ ...t, label: t.overlap, periods: t.hours }}
      name="overlapHours"
      first="day"
      write={{ ...rotate, mutate: (period) => rotate.mutate({ id, overlapHours: overlapHours[period] }) }}
      onClose={onClose}
    />
  );
}

const periodHours = { hour: 1, day: 24, week: 168, month: 719 } as const;

function RecoverDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useMessages("webhooks").recover;
  // Counted from the opening of the dialog, so that a repeated attempt sends the same request.
  const [openedMs] = useState(Date.now);
  const recover = useChange("webhooks", "recoverWebhookDeliveries", () => {
    onClose();
    showToast(t.done);
  });
  const mutate = (period: keyof typeof periodHours) =>
    recover.mutate({ id, since: new Date(openedMs - periodHours[period] * 3_600_000).toISOString() });
  return (
    <PeriodDialog
      words={{ ...t, label: t.since }}
      name="since"
      first="day"
      write={{ ...recover, mutate }}
      onClose={onClose}
    />
  );
}

function RemoveDialog({ id, onRemoved, onClose }: { id: string; onRemoved: () => void; onClose: () => void }) {
  const t = useMessages("webhooks").remove;
  return (
    <ConfirmWrite
      area="webhooks"
      operation="deleteWebhookEndpoint"
      input={{ id }}
      title={t.title}
      confirm={t.submit}
      isDangerous
      done={() => t.done}
      onDone={onRemoved}
      onClose={onClose}
    >
      <p>{t.text}</p>
    </ConfirmWrite>
  );
}
